import { ApiError } from '@stoa/contract/client'
import type { FieldError } from '@stoa/contract/errors'
import type { AvatarType } from '@stoa/contract/features/users'
import { uploadFile } from '@stoa/contract/features/uploads'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useApi } from '../../../kernel/api.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { FileInput } from '../../../ui/file-input.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'

const AvatarCrop = lazy(() =>
  import('./avatar-crop.tsx').then((module) => ({ default: module.AvatarCrop })),
)

type AvatarFieldProps = {
  name: string
  type: AvatarType
  /** The URL of the current avatar; empty for a generated one. */
  url: string
  /** The values of a rejected form. */
  rejected: { avatar_type?: string; avatar_custom?: string } | undefined
  hasGravatar: boolean
  megabytes: number
  isLocked: boolean
  error?: string
}

/** Without JavaScript the file is submitted with the form; otherwise it is cropped and uploaded at once. */
export function AvatarField(props: AvatarFieldProps) {
  const { name, type, url, rejected, hasGravatar, megabytes, isLocked, error } = props
  const t = useTranslate()
  const { uploadedUrl, problem, file, setFile, upload, cancel } = useAvatarUpload()
  const [chosenType, setChosenType] = useState(() => toChoice(rejected?.avatar_type ?? type))
  const customUrl = uploadedUrl ?? (rejected?.avatar_custom || (type === 'custom' ? url : ''))
  const hidden = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Values set by scripts fire no event.
    if (uploadedUrl !== null) hidden.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [uploadedUrl])
  const preview = { system: '', gravatar: type === 'gravatar' ? url : '', custom: customUrl }
  const options = [
    { value: 'system', label: t('profile.avatar_system') },
    ...(hasGravatar
      ? [{ value: 'gravatar', label: 'Gravatar', hint: t('profile.avatar_gravatar_hint') }]
      : []),
    { value: 'custom', label: t('profile.avatar_custom') },
  ].map((option) => ({ ...option, disabled: isLocked }))
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <Avatar name={name} src={preview[chosenType]} size="2xl" />
      <div className="grid min-w-60 flex-1 gap-2">
        <RadioGroup
          legend={t('profile.avatar')}
          name="avatar_type"
          options={options}
          value={chosenType}
          onChange={(value) => setChosenType(toChoice(value))}
          error={problem ?? error}
        />
        <input type="hidden" ref={hidden} name="avatar_custom" value={customUrl} readOnly />
        {isLocked ? (
          <p className="text-sm text-ink-3">{t('profile.locked')}</p>
        ) : (
          <AvatarInput megabytes={megabytes} onFile={setFile} />
        )}
      </div>
      {file && (
        <Suspense>
          <AvatarCrop
            file={file}
            onCancel={cancel}
            onDone={async (blob) => {
              if (await upload(blob)) setChosenType('custom')
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

const choices = ['system', 'gravatar', 'custom'] as const

function toChoice(value: string) {
  return choices.find((choice) => choice === value) ?? 'system'
}

function AvatarInput({ megabytes, onFile }: { megabytes: number; onFile: (file: File) => void }) {
  const t = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  // A file may have been chosen before hydration.
  useEffect(() => handleFile(input.current, onFile), [onFile])
  return (
    <label className="grid justify-items-start gap-1 text-sm text-ink-3">
      <span className="text-md font-medium text-ink">{t('profile.choose_avatar')}</span>
      <FileInput
        name="file"
        accept="image/jpeg,image/png,image/webp"
        ref={input}
        onChange={(event) => handleFile(event.currentTarget, onFile)}
      />
      {t('profile.avatar_hint', { megabytes })}
    </label>
  )
}

function handleFile(input: HTMLInputElement | null, onFile: (file: File) => void) {
  const [file] = input?.files ?? []
  if (input === null || file === undefined) return
  // Only the cropped part is uploaded.
  input.value = ''
  onFile(file)
}

function useAvatarUpload() {
  const api = useApi()
  const t = useTranslate()
  const [file, setFile] = useState<File | null>(null)
  const [uploadedUrl, setUploadedUrl] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const cancel = () => setFile(null)
  /** Returns whether the upload succeeded; otherwise `problem` says why not. */
  const upload = async (blob: Blob | null) => {
    cancel()
    if (blob === null) {
      setProblem(t('crop.unreadable'))
      return false
    }
    try {
      const input = { source: 'user_avatar', file: new File([blob], 'picture') } as const
      setUploadedUrl(await api.call(uploadFile, input))
      setProblem(undefined)
      return true
    } catch (error) {
      setProblem(error instanceof ApiError ? toMessage(error) : t('page.broken.text'))
      return false
    }
  }
  return { file, setFile, uploadedUrl, problem, upload, cancel }
}

function toMessage({ envelope: { data, msg } }: ApiError): string {
  return Array.isArray(data) ? ((data[0] as FieldError | undefined)?.error_msg ?? msg) : msg
}
