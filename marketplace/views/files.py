"""Download of an uploaded file by its signed address, and the public photos of profiles."""

from django.http import FileResponse, HttpRequest, HttpResponseBase

from marketplace.services import files


class _Bytes(FileResponse):
    """From the folder and from an object store alike: in pieces, with the headers that we give and nobody else."""

    block_size = 64 * 1024


def download(request: HttpRequest, file_id: str) -> HttpResponseBase:
    """The bytes, as a download: what strangers uploaded is never rendered as a page of ours."""
    file, stream = files.open_signed(file_id, expires=request.GET.get("expires", ""), tag=request.GET.get("sig", ""))
    response = _Bytes(stream, as_attachment=True, filename=file.name, content_type=file.content_type)
    response["Content-Length"] = str(stream.size)
    response["Cache-Control"] = "private, no-store"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response


def photo(request: HttpRequest, file_id: str) -> HttpResponseBase:
    """Shown in the page: it was redrawn by us, so what it claims to be is what it is. A removed one may live in caches
    for an hour."""
    file, stream = files.open_photo(file_id)
    response = _Bytes(stream, content_type=file.content_type)
    response["Content-Length"] = str(stream.size)
    response["Cache-Control"] = "public, max-age=3600"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
