"""Names of file types that several parts tell apart."""

from typing import Final

DOCX: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
