// What plugins that store uploaded files get and return.

/** Something that the site does with a file. It sends the bytes itself; the plugin only signs the request. */
export type FileRequest = {
  /** `put` must fail with the status 412 if the key exists. */
  readonly operation: 'put' | 'get' | 'head' | 'delete'
  /** Of letters, digits, `.`, `_`, `-` and `/`. Never used again for another file. */
  readonly key: string
  /** Of the content, in hexadecimal. Empty unless it is a `put`. */
  readonly sha256: string
  /** How long the signature must be valid. The site may send a `get` several times. */
  readonly expiresInSeconds: number
}

/** To the server of a URL in a setting that the manifest names under `network`. */
export type SignedRequest = {
  url: string
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  headers: Record<string, string>
}
