import { ResultCodeError } from 'ldapts'

const byCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The server refused the connection.',
  ECONNRESET: 'The server closed the connection.',
  EHOSTUNREACH: 'The server cannot be reached.',
  ENETUNREACH: 'The server cannot be reached.',
  ENOTFOUND: 'The host name is not known.',
  EAI_AGAIN: 'The host name cannot be looked up.',
  ETIMEDOUT: 'The server did not respond in time.',
  CERT_HAS_EXPIRED: 'The certificate of the server has expired.',
  CERT_NOT_YET_VALID: 'The certificate of the server is not valid yet.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the server is for another host.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the server is not trusted.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the server is not trusted.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate of the server is not trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the server is not trusted.',
  32: 'The base DN does not exist.',
  34: 'A DN is not valid.',
  49: 'The bind DN or its password is wrong.',
  50: 'The bind DN may not search.',
}

/** For admins. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as Error & { code?: string | number }
  const known = byCode[String(code)]
  if (known !== undefined) return known
  return error instanceof ResultCodeError ? `Result ${error.code}: ${error.message}` : error.message
}
