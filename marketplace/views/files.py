"""Downloads of uploaded files by signed URL, and the public photos of profiles."""

from django.http import FileResponse, HttpRequest, HttpResponseBase

from marketplace.services import files


class _FileStream(FileResponse):
    """Streams a file from the folder or the object store in chunks; no headers but ours."""

    block_size = 64 * 1024


def download(request: HttpRequest, file_id: str) -> HttpResponseBase:
    """The file as an attachment: users' uploads are never rendered as a page of this site."""
    file, stream = files.open_signed(file_id, expires=request.GET.get("expires", ""), tag=request.GET.get("sig", ""))
    response = _FileStream(stream, as_attachment=True, filename=file.name, content_type=file.content_type)
    response["Content-Length"] = str(stream.size)
    response["Cache-Control"] = "private, no-store"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response


def photo(request: HttpRequest, file_id: str) -> HttpResponseBase:
    """A profile photo, shown inline: it was re-encoded by us, so its type is certain. After removal it may stay in caches for an
    hour.
    """
    file, stream = files.open_photo(file_id)
    response = _FileStream(stream, content_type=file.content_type)
    response["Content-Length"] = str(stream.size)
    response["Cache-Control"] = "public, max-age=3600"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
