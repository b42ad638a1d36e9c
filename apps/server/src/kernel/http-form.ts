import multipart from '@fastify/multipart'
import { writeSettings } from '@stoa/contract/settings/writing'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from './context.ts'
import { AppError, fail } from './errors.ts'

export const bytesPerMegabyte = 1024 * 1024

/** Lets the routes of this scope, and no others, take forms with files. */
export async function acceptForms(scope: FastifyInstance) {
  await scope.register(multipart, { throwFileSizeLimit: false })
}

/** The most one file may weigh; a longer one is cut off behind its next byte, by which it is known. */
export function mostFileBytes(ctx: Context) {
  const write = ctx.settings.get(writeSettings)
  const attachment =
    write.authorized_attachment_extensions.length > 0 ? write.max_attachment_size : 0
  return Math.max(write.max_image_size, attachment) * bytesPerMegabyte
}

/** Reads a form: texts as texts, files as files, each name once. */
export async function readForm(ctx: Context, request: FastifyRequest) {
  if (!request.isMultipart()) fail('base.unsupported_media_type')
  const limits = {
    fileSize: mostFileBytes(ctx) + 1,
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
    throw isBadForm(error) ? new AppError('base.request_format_error') : error
  }
  return Object.fromEntries(fields)
}

function isBadForm(error: unknown): error is FastifyError {
  if (!(error instanceof Error) || error instanceof AppError) return false
  // The parser of forms knows two ways to say that what it read is no form.
  return ('statusCode' in error && Number(error.statusCode) < 500) || isCutShort(error)
}

function isCutShort({ message }: Error) {
  return /^(Unexpected end of|Multipart:|Malformed part header)/.test(message)
}
