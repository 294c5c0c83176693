// Files to send: bytes, a Blob or File, or a name with bytes.

/** Bytes as every runtime has them; a Buffer of Node is a Uint8Array. */
export type Bytes = Uint8Array | ArrayBuffer | Blob;

/** A file of a form. Streams are not taken: a repetition of the call has to send the same bytes. */
export type FileInput = Bytes | { readonly name: string; readonly content: Bytes };

export function isBytes(value: unknown): value is Bytes {
  return value instanceof Uint8Array || value instanceof ArrayBuffer || value instanceof Blob;
}

/** Is it something that only a form can carry? */
export function isFile(value: unknown): value is FileInput {
  return isBytes(value) || (typeof value === "object" && value !== null && "content" in value && isBytes(value.content));
}

/** Name and bytes, as a form takes them. */
export function readFile(file: FileInput): [string, Blob] {
  if (!isBytes(file)) return [file.name, asBlob(file.content)];
  return ["name" in file && typeof file.name === "string" && file.name ? file.name : "file", asBlob(file)];
}

export function asBlob(bytes: Bytes): Blob {
  return bytes instanceof Blob ? bytes : new Blob([bytes as BlobPart]);
}
