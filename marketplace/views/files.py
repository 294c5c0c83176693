"""Download of an uploaded file by its signed address."""

from django.http import FileResponse, HttpRequest, HttpResponseBase

from marketplace.services import files


def download(request: HttpRequest, file_id: str) -> HttpResponseBase:
    """The bytes, as a download: what strangers uploaded is never rendered as a page of ours."""
    file, stream = files.open_signed(file_id, expires=request.GET.get("expires", ""), tag=request.GET.get("sig", ""))
    response = FileResponse(stream, as_attachment=True, filename=file.name, content_type=file.content_type)
    response["Cache-Control"] = "private, no-store"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response
