import { ApiError } from '@stoa/contract/client'
import type { FieldError as RefusedField } from '@stoa/contract/errors'
import type { AvatarType } from '@stoa/contract/features/users'
import { uploadFile } from '@stoa/contract/features/uploads'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useApi } from '../../kernel/api.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'

const AvatarCrop = lazy(() =>
  import('./avatar-crop.tsx').then((module) => ({ default: module.AvatarCrop })),
)

type AvatarFieldProps = {
  name: string
  type: AvatarType
  /** The address of the picture shown now; empty when it is drawn from the name. */
  address: string
  /** What was chosen in a form that is shown again. */
  refused: { avatar_type?: string; avatar_custom?: string } | undefined
  hasGravatar: boolean
  megabytes: number
  isLocked: boolean
  error?: string
}

/** The picture of a person. Without scripts the file goes along with the form; with them it is cropped and sent at once. */
export function AvatarField(props: AvatarFieldProps) {
  const { name, type, address, refused, hasGravatar, megabytes, isLocked, error } = props
  const t = useTranslate()
  const { uploaded, problem, chosen, choose, send, cancel } = useAvatarUpload()
  const [chosenType, setChosenType] = useState(() => toChoice(refused?.avatar_type ?? type))
  const own = uploaded ?? (refused?.avatar_custom || (type === 'custom' ? address : ''))
  const hidden = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A value that a script has set is told to nobody.
    if (uploaded !== null) hidden.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [uploaded])
  const preview = { system: '', gravatar: type === 'gravatar' ? address : '', custom: own }
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
        <input type="hidden" ref={hidden} name="avatar_custom" value={own} readOnly />
        {isLocked ? (
          <p className="text-sm text-ink-3">{t('profile.locked')}</p>
        ) : (
          <PictureInput megabytes={megabytes} onFile={choose} />
        )}
      </div>
      {chosen && (
        <Suspense>
          <AvatarCrop
            file={chosen}
            onCancel={cancel}
            onDone={async (part) => {
              if (await send(part)) setChosenType('custom')
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

function PictureInput({ megabytes, onFile }: { megabytes: number; onFile: (file: File) => void }) {
  const t = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  // A picture may have been chosen before the page came alive.
  useEffect(() => takeFile(input.current, onFile), [onFile])
  return (
    <label className="grid justify-items-start gap-1 text-sm text-ink-3">
      <span className="text-md font-medium text-ink">{t('profile.choose_picture')}</span>
      <FileInput
        name="file"
        accept="image/jpeg,image/png,image/webp"
        ref={input}
        onChange={(event) => takeFile(event.currentTarget, onFile)}
      />
      {t('profile.picture_hint', { megabytes })}
    </label>
  )
}

function takeFile(input: HTMLInputElement | null, onFile: (file: File) => void) {
  const [file] = input?.files ?? []
  if (input === null || file === undefined) return
  // The part that is cut out of it is sent on its own.
  input.value = ''
  onFile(file)
}

function useAvatarUpload() {
  const api = useApi()
  const t = useTranslate()
  const [chosen, choose] = useState<File | null>(null)
  const [uploaded, setUploaded] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const cancel = () => choose(null)
  /** False when the part could not be cut out or was refused; why is then said beside the field. */
  const send = async (part: Blob | null) => {
    cancel()
    if (part === null) {
      setProblem(t('crop.unreadable'))
      return false
    }
    try {
      const file = new File([part], 'picture')
      setUploaded(await api.call(uploadFile, { source: 'user_avatar', file }))
      setProblem(undefined)
      return true
    } catch (error) {
      setProblem(error instanceof ApiError ? messageOf(error) : t('page.broken.text'))
      return false
    }
  }
  return { chosen, choose, uploaded, problem, send, cancel }
}

function messageOf({ envelope: { data, msg } }: ApiError): string {
  return Array.isArray(data) ? ((data[0] as RefusedField | undefined)?.error_msg ?? msg) : msg
}
