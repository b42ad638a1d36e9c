import multipart from '@fastify/multipart'
import { bytesPerMegabyte, writeSettings } from '@stoa/contract/settings/writing'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../kernel/context.ts'
import { AppError, fail } from '../../kernel/errors.ts'

/** Only for the routes of this scope. */
export async function acceptForms(scope: FastifyInstance) {
  await scope.register(multipart, { throwFileSizeLimit: false })
}

export function getMaxFileBytes(ctx: Context) {
  const write = ctx.settings.get(writeSettings)
  const attachment =
    write.authorized_attachment_extensions.length > 0 ? write.max_attachment_size : 0
  return Math.max(write.max_image_size, attachment) * bytesPerMegabyte
}

/** Rejects repeated field names. */
export async function readForm(request: FastifyRequest, maxFileBytes: number) {
  if (!request.isMultipart()) fail('base.unsupported_media_type')
  const limits = {
    // One byte more, so that oversized files can be detected.
    fileSize: maxFileBytes + 1,
    files: 1,
    fields: 8,
    fieldSize: 1024,
    parts: 9,
  }
  const fields = new Map<string, unknown>()
  try {
    for await (const part of request.parts({ limits })) {
      if (fields.has(part.fieldname)) fail('base.request_format_error')
      fields.set(
        part.fieldname,
        part.type === 'file'
          ? new File([new Uint8Array(await part.toBuffer())], part.filename)
          : part.value,
      )
    }
  } catch (error) {
    throw isMalformedForm(error) ? new AppError('base.request_format_error') : error
  }
  return Object.fromEntries(fields)
}

function isMalformedForm(error: unknown): error is FastifyError {
  if (!(error instanceof Error) || error instanceof AppError) return false
  // The form parser reports malformed input in two ways.
  return ('statusCode' in error && Number(error.statusCode) < 500) || isIncompleteForm(error)
}

function isIncompleteForm({ message }: Error) {
  return /^(Unexpected end of|Multipart:|Malformed part header)/.test(message)
}
