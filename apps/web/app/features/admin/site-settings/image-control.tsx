import { ApiError } from '@stoa/contract/client'
import { uploadFile } from '@stoa/contract/features/uploads'
import { useRef, useState } from 'react'
import { useApi } from '../../../kernel/api.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { attributesOf, type ControlProps } from './control-props.ts'
import { settingLabel } from './setting-text.ts'
import { HiddenFileInput } from '../../../ui/file-input.tsx'

/** The image is uploaded at once and used once the page is saved. */
export function ImageControl({ draft, onChange }: ControlProps) {
  const t = useTranslate()
  const api = useApi()
  const input = useRef<HTMLInputElement>(null)
  const [isUploading, setUploading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const image = String(draft.input)
  const setting = settingLabel(t, draft.field)

  async function upload(file: File | undefined) {
    if (file === undefined) return
    setUploading(true)
    setProblem(null)
    try {
      onChange(await api.call(uploadFile, { source: 'branding', file }))
    } catch (error) {
      setProblem(error instanceof ApiError ? error.envelope.msg : t('network.unreachable'))
    } finally {
      setUploading(false)
      if (input.current) input.current.value = ''
    }
  }

  return (
    <div className="grid justify-items-start gap-2">
      <div className="grid min-h-20 w-full place-items-center rounded-md border border-line bg-wash p-3">
        {image === '' ? (
          <span className="text-sm text-ink-3">{t('settings_form.no_image')}</span>
        ) : (
          <img
            src={image}
            alt={t('settings_form.image_alt', { setting })}
            className="max-h-24 max-w-full object-contain"
          />
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <HiddenFileInput
          {...attributesOf(draft)}
          ref={input}
          accept=".jpg,.jpeg,.png,.ico"
          onChange={(event) => void upload(event.currentTarget.files?.[0])}
        />
        <Button
          size="sm"
          loading={isUploading}
          aria-label={t(image === '' ? 'settings_form.upload_for' : 'settings_form.replace_for', {
            setting,
          })}
          onClick={() => input.current?.click()}
        >
          {t(image === '' ? 'settings_form.upload' : 'settings_form.replace')}
        </Button>
        {image !== '' && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={t('settings_form.remove_image_for', { setting })}
            onClick={() => onChange('')}
          >
            {t('settings_form.remove_image')}
          </Button>
        )}
      </div>
      {problem !== null && <FieldError>{problem}</FieldError>}
    </div>
  )
}
