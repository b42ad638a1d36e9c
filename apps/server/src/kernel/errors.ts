import type { Envelope } from '@stoa/contract/envelope'
import { type ErrorCode, type ErrorHint, errorCatalogue, reasonOf } from '@stoa/contract/errors'
import type { Translate } from '@stoa/locales/translate'

/** One refused field and the error that says why. */
export type RefusedField = { field: string; code: ErrorCode; values?: Values }
type Values = Record<string, string | number>
type Details = { values?: Values; hint?: ErrorHint; fields?: RefusedField[] }

/** An error the caller is meant to see. Anything else that is thrown is a 500. */
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

/** Stops with an error of the catalogue. */
export function fail(code: ErrorCode, details?: Details): never {
  throw new AppError(code, details)
}

/** Stops because of one field, said beside that field. */
export function failField(field: string, code: ErrorCode, values: Values = {}): never {
  throw new AppError(code, { fields: [{ field, code, values }] })
}

/** The wire form of an error, in the caller's language. */
export function toErrorEnvelope(error: AppError, t: Translate): Envelope {
  const { fields, hint, values } = error.details
  const message = (code: ErrorCode, with_: Values = {}) => t(reasonOf(code), with_)
  return {
    status: errorCatalogue[error.code],
    reason: reasonOf(error.code),
    msg: message(error.code, values ?? fields?.[0]?.values),
    data:
      fields?.map(({ field, code, values: own }) => ({
        error_field: field,
        error_msg: message(code, own),
      })) ??
      hint ??
      null,
  }
}
