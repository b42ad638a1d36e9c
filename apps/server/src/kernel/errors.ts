import type { Envelope } from '@stoa/contract/envelope'
import { type ErrorCode, type ErrorHint, errorCatalog, reasonOf } from '@stoa/contract/errors'
import type { Translate } from '@stoa/locales/translate'

export type RejectedField = { field: string; code: ErrorCode; values?: Values }
type Values = Record<string, string | number>
type Details = { values?: Values; hint?: ErrorHint; fields?: RejectedField[] }

/** An error for the caller. Anything else that is thrown results in status 500. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Details
  constructor(code: ErrorCode, details: Details = {}) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }
}

/** Rendering a text exceeded its time or memory limit. */
export class TooComplexError extends Error {
  constructor(cause?: unknown) {
    super('rendering exceeded its limit', { cause })
    this.name = 'TooComplexError'
  }
}

/** A store for files does not respond, rejects the request or is disabled. The message is for admins. */
export class FileStoreError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'FileStoreError'
  }
}

export function fail(code: ErrorCode, details?: Details): never {
  throw new AppError(code, details)
}

/** The message is shown next to the field. */
export function failField(field: string, code: ErrorCode, values: Values = {}): never {
  throw new AppError(code, { fields: [{ field, code, values }] })
}

export function toErrorEnvelope(error: AppError, t: Translate): Envelope {
  const { fields, hint, values } = error.details
  const translate = (code: ErrorCode, params: Values = {}) => t(reasonOf(code), params)
  return {
    status: errorCatalog[error.code],
    reason: reasonOf(error.code),
    msg: translate(error.code, values ?? fields?.[0]?.values),
    data:
      fields?.map(({ field, code, values: fieldValues }) => ({
        error_field: field,
        error_msg: translate(code, fieldValues),
      })) ??
      hint ??
      null,
  }
}
