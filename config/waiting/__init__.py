"""The waiting process: a small ASGI server beside the web server, for callers who wait (`GET /api/events?wait=`, the stream of
events, and tools that wait).

It runs the same Django application, in a few threads, and holds back the answers of views that have nothing to tell yet
(`marketplace/core/parking.py`): who waits costs some kilobytes, no thread and no connection. It knows no rule of the service.
"""
