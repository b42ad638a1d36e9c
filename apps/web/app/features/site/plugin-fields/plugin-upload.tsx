import { ApiError } from '@stoa/contract/client'
import type { FieldError as FieldProblem } from '@stoa/contract/errors'
import { uploadFile } from '@stoa/contract/features/uploads'
import { useRef, useState } from 'react'
import { useApi } from '../../../kernel/api.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldError, useField } from '../../../ui/field.tsx'
import { HiddenFileInput } from '../../../ui/file-input.tsx'

export type PluginUploadSource = 'branding' | 'post'

type PluginUploadProps = {
  name: string
  title: string
  /** The URL of the image, or empty. */
  value: string
  source: PluginUploadSource
  onChange: (url: string) => void
}

/** The image is uploaded at once and used once the form is saved. */
export function PluginUpload({ name, title, value, source, onChange }: PluginUploadProps) {
  const t = useTranslate()
  const api = useApi()
  const input = useRef<HTMLInputElement>(null)
  const [isUploading, setUploading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function upload(file: File | undefined) {
    if (file === undefined) return
    setUploading(true)
    setProblem(null)
    try {
      onChange(await api.call(uploadFile, { source, file }))
    } catch (error) {
      setProblem(error instanceof ApiError ? toMessage(error) : t('network.unreachable'))
    } finally {
      setUploading(false)
      if (input.current) input.current.value = ''
    }
  }

  return (
    <div className="grid justify-items-start gap-2">
      {value !== '' && (
        <img
          src={value}
          alt={t('plugin_field.image_alt', { field: title })}
          className="max-h-24 max-w-full rounded-md border border-line object-contain"
        />
      )}
      <div className="flex flex-wrap gap-2">
        <HiddenFileInput
          {...useField()}
          ref={input}
          accept="image/*"
          onChange={(event) => void upload(event.currentTarget.files?.[0])}
        />
        <input type="hidden" name={name} value={value} />
        <Button
          size="sm"
          loading={isUploading}
          aria-label={t(value === '' ? 'plugin_field.upload_for' : 'plugin_field.replace_for', {
            field: title,
          })}
          onClick={() => input.current?.click()}
        >
          {t(value === '' ? 'plugin_field.upload' : 'plugin_field.replace')}
        </Button>
        {value !== '' && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={t('plugin_field.remove_image_for', { field: title })}
            onClick={() => onChange('')}
          >
            {t('plugin_field.remove_image')}
          </Button>
        )}
      </div>
      {problem !== null && <FieldError>{problem}</FieldError>}
    </div>
  )
}

function toMessage({ envelope: { data, msg } }: ApiError): string {
  return Array.isArray(data) ? ((data[0] as FieldProblem | undefined)?.error_msg ?? msg) : msg
}
