/** Every error the product can answer with, and its HTTP status. A code not listed here does not compile. */
export const errorCatalogue = {
  'base.request_format_error': 400,
  'base.duplicate_request': 409,
  'base.idempotency_mismatch': 422,
  'base.too_many_requests': 429,
  'base.payload_too_large': 413,
  'base.headers_too_large': 431,
  'base.request_timeout': 408,
  'base.unsupported_media_type': 415,
  'base.cross_site': 403,
  'base.not_found': 404,
  'base.busy': 503,
  'base.unknown': 500,
  'auth.required': 401,
  'auth.forbidden': 403,
  'auth.inactive': 403,
  'auth.suspended': 403,
  'auth.navigation_required': 403,
  'install.done': 403,
  'install.required': 503,
  'install.key_required': 403,
  'install.configured': 409,
  'install.no_database': 409,
  'install.field_required': 400,
  'install.db_unknown_host': 400,
  'install.db_refused': 400,
  'install.db_timeout': 400,
  'install.db_login': 400,
  'install.db_missing': 400,
  'install.db_no_rights': 400,
  'install.db_too_old': 400,
  'install.db_not_empty': 400,
  'install.db_busy': 400,
  'install.db_no_ssl': 400,
  'install.db_certificate': 400,
  'install.db_certificate_file': 400,
  'install.db_failed': 400,
  'install.folder_not_writable': 400,
  'install.folder_in_use': 400,
  'install.config_not_written': 400,
  'install.config_invalid': 400,
  'account.wrong_credentials': 400,
  'account.password_login_off': 400,
  'account.registration_closed': 400,
  'account.domain_refused': 400,
  'account.code_expired': 403,
  'account.password_common': 400,
  'account.password_same': 400,
  'account.old_password_wrong': 400,
  'account.email_same': 400,
  'account.last_admin': 400,
  'account.sign_in_again': 400,
  'second_factor.required': 403,
  'second_factor.missing': 403,
  'second_factor.expired': 403,
  'second_factor.wrong_code': 400,
  'second_factor.too_many_codes': 429,
  'second_factor.already_on': 400,
  'second_factor.not_on': 400,
  'second_factor.passkey_refused': 400,
  'second_factor.too_many_passkeys': 400,
  'user.username_taken': 400,
  'user.username_invalid': 400,
  'user.name_reserved': 400,
  'user.not_found': 404,
  'user.field_locked': 400,
  'user.avatar_refused': 400,
  'user.gravatar_off': 400,
  'upload.too_large': 413,
  'upload.not_an_image': 400,
  'upload.too_many_pixels': 400,
  'upload.too_many_frames': 400,
  'upload.too_costly': 422,
  'upload.storage_full': 409,
  'upload.kind_refused': 400,
  'upload.empty': 400,
  'upload.attachments_off': 400,
  'post.deletion_block': 409,
  'question.not_closed': 409,
  'object.captcha_verification_failed': 400,
  'object.not_found': 404,
  'object.already_deleted': 400,
  'object.cannot_vote': 400,
  'object.cannot_vote_own': 400,
  'question.not_found': 404,
  'answer.not_found': 404,
  'edit.conflict': 409,
  'text.too_complex': 400,
  'edit.too_many': 429,
  'tag.not_found': 404,
  'tag.already_exists': 400,
  'tag.in_use': 400,
  'tag.deleted': 400,
  'tag.own_synonym': 400,
  'question.cannot_delete': 400,
  'question.empty': 400,
  'answer.empty': 400,
  'answer.cannot_delete': 400,
  'answer.question_closed': 409,
  'answer.restricted': 409,
  'post.deleted': 409,
  'post.not_deleted_by_you': 403,
  'invite.unknown_name': 400,
  'invite.oneself': 400,
  'comment.not_found': 404,
  'comment.edit_too_late': 400,
  'comment.empty': 400,
  'comment.reply_elsewhere': 400,
  'tag.reserved': 400,
  'tag.reserved_stays': 400,
  'tag.recommended_required': 400,
  'language.not_found': 404,
  'rank.too_low': 403,
} as const satisfies Record<string, number>

/** The stable name of one error. */
export type ErrorCode = keyof typeof errorCatalogue

/** Errors any endpoint may answer with: declared once here instead of on every endpoint. */
export const impliedErrors = [
  'base.request_format_error',
  'base.duplicate_request',
  'base.idempotency_mismatch',
  'base.too_many_requests',
  'base.payload_too_large',
  'base.headers_too_large',
  'base.request_timeout',
  'base.unsupported_media_type',
  'base.cross_site',
  'base.not_found',
  'base.busy',
  'base.unknown',
  'auth.required',
  'auth.forbidden',
  'auth.inactive',
  'auth.suspended',
  'install.done',
  'install.required',
  'install.key_required',
  'second_factor.missing',
] as const satisfies readonly ErrorCode[]

/** The `reason` on the wire, which is also the locale key of the message. */
export type Reason = ReasonOf<ErrorCode>
type ReasonOf<Code extends ErrorCode> = Code extends `base.${string}` ? Code : `error.${Code}`

export function reasonOf(code: ErrorCode): Reason {
  return (code.startsWith('base.') ? code : `error.${code}`) as Reason
}

/** One refused field, as the wire states it. */
export type FieldError = { error_field: string; error_msg: string }

/** What an error reply may carry in `data` besides field errors. */
export type ErrorHint =
  | { err_type: 'toast' | 'alert' | 'modal' }
  | { type: 'inactive' | 'suspended' | 'url_expired' }
  /** Seconds to wait; also sent as the Retry-After header. */
  | { retry_after: number }
  /** What finishes the login: a code, sent with this token. */
  | { type: 'second_factor'; token: string }
  /** The configuration file that could not be written, for someone to write by hand. */
  | { err_type: 'alert'; success: false; create_config_failed: true; default_config: string }
