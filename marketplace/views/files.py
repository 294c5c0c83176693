"""Downloads of uploaded files by signed URL, the public photos of profiles, and the thumbnails of both."""

from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.utils.cache import get_conditional_response

from marketplace.models import Thumbnail
from marketplace.services import files, thumbnails

_ALONE = "default-src 'none'; sandbox"
# What stands for a picture that can't be shown.
_PLACEHOLDER = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="96" height="96" fill="none" stroke="#8a93a8" '
    'stroke-width="1"><path d="M5 6h14v12H5zM5 16l4-4 3 3 3-4 4 5M4 4l16 16"/></svg>'
)


class _FileStream(FileResponse):
    """Streams a file from the folder or the object store in chunks; no headers but ours."""

    block_size = 64 * 1024


def download(request: HttpRequest, file_id: str) -> HttpResponseBase:
    """The file as an attachment: users' uploads are never rendered as a page of this site. A store that lends files gives it
    itself: no thread of ours passes the bytes on.
    """
    signed = {"expires": request.GET.get("expires", ""), "tag": request.GET.get("sig", "")}
    if (address := files.lend_signed(file_id, **signed)) is not None:
        lent = HttpResponseRedirect(address)
        lent["Cache-Control"] = "private, no-store"
        lent["Referrer-Policy"] = "no-referrer"
        return lent
    file, stream = files.open_signed(file_id, **signed)
    response = _FileStream(stream, as_attachment=True, filename=file.name, content_type=file.content_type)
    response["Content-Length"] = str(stream.size)
    response["Cache-Control"] = "private, no-store"
    response["Content-Security-Policy"] = _ALONE
    return response


def photo(request: HttpRequest, file_id: str) -> HttpResponseBase:
    """A profile photo, shown inline: it was re-encoded by us, so its type is certain. After removal it may stay in caches for an
    hour.
    """
    file, stream = files.open_photo(file_id)
    response = _FileStream(stream, content_type=file.content_type)
    response["Content-Length"] = str(stream.size)
    response["Cache-Control"] = "public, max-age=3600"
    response["Content-Security-Policy"] = _ALONE
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def thumbnail(request: HttpRequest, file_id: str, side: int) -> HttpResponseBase:
    """A small copy of an uploaded image, shown inline: it was made by us, so its type is certain."""
    found = thumbnails.find_signed(
        file_id, side=side, expires=request.GET.get("expires", ""), tag=request.GET.get("sig", "")
    )
    return _small(request, found.row, f"private, max-age={found.seconds}, immutable")


def photo_thumbnail(request: HttpRequest, file_id: str, side: int) -> HttpResponseBase:
    """A small copy of a profile photo. After the photo's removal it may stay in caches for an hour, too."""
    return _small(request, thumbnails.find_photo(file_id, side=side).row, "public, max-age=3600")


def _small(request: HttpRequest, row: Thumbnail, caching: str) -> HttpResponseBase:
    etag = f'"{row.pk.hex}"'
    response: HttpResponseBase | None = get_conditional_response(request, etag=etag)
    if response is None and not row.storage_key:
        response = HttpResponse(_PLACEHOLDER, content_type="image/svg+xml")
    elif response is None:
        stream = thumbnails.open_row(row)
        response = _FileStream(stream, content_type="image/jpeg")
        response["Content-Length"] = str(stream.size)
    response["ETag"] = etag
    response["Cache-Control"] = caching
    response["Content-Security-Policy"] = _ALONE
    return response
