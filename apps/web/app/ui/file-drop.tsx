import { CircleAlert, Upload, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useField } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import { Progress } from './progress.tsx'

export type FileUpload = {
  id: string
  name: string
  /** "1.2 MB". */
  size: string
  /** 0 to 1; undefined when complete. */
  progress?: number
  error?: string
  preview?: string
}

type FileDropProps = {
  name: string
  /** "Drop an image or choose a file". */
  prompt: ReactNode
  hint?: ReactNode
  accept?: string
  multiple?: boolean
  disabled?: boolean
  onFiles: (files: File[]) => void
  uploads?: FileUpload[]
  removeLabel: (name: string) => string
  progressLabel: (name: string) => string
  onRemove?: (id: string) => void
}

/** The native input stays in the form, so that it can be posted without scripts. */
export function FileDrop(props: FileDropProps) {
  const { name, prompt, hint, accept, multiple, disabled, onFiles, uploads = [] } = props
  const { removeLabel, progressLabel, onRemove } = props
  const [isDragOver, setDragOver] = useState(false)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <label
        onDragOver={(event) => {
          event.preventDefault()
          setDragOver(true)
        }}
        onDragLeave={() => setDragOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setDragOver(false)
          if (!disabled) onFiles([...event.dataTransfer.files])
        }}
        className={classNames(
          'relative grid min-h-24 cursor-pointer grid-cols-[minmax(0,1fr)] content-center justify-items-center gap-1 rounded-md border border-dashed p-4 text-center text-md transition-colors',
          'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink',
          'has-disabled:cursor-not-allowed has-disabled:text-ink-3',
          isDragOver
            ? 'border-accent-ink bg-accent-tint'
            : 'border-line-control bg-wash hover:bg-wash-2',
        )}
      >
        <Upload className="icon text-xl text-ink-3" aria-hidden="true" />
        <span className="font-medium">{prompt}</span>
        {hint && <span className="text-sm text-ink-3">{hint}</span>}
        <input
          type="file"
          name={name}
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={(event) => onFiles([...(event.currentTarget.files ?? [])])}
          {...useField()}
        />
      </label>
      {uploads.length > 0 && (
        <ul>
          {uploads.map((upload) => (
            <li
              key={upload.id}
              className="flex items-center gap-3 border-b border-line py-2 text-md"
            >
              <Thumbnail upload={upload} />
              <div className="min-w-0 flex-1">
                <p className="flex gap-2">
                  <bdi className="truncate font-medium">{upload.name}</bdi>
                  <span dir="auto" className="flex-none text-ink-3">
                    {upload.size}
                  </span>
                </p>
                {upload.error && <p className="text-sm text-bad">{upload.error}</p>}
                {upload.progress !== undefined && !upload.error && (
                  <Progress
                    label={progressLabel(upload.name)}
                    value={upload.progress}
                    className="mt-1.5"
                  />
                )}
              </div>
              {onRemove && (
                <IconButton
                  size="sm"
                  label={removeLabel(upload.name)}
                  icon={<X className="icon" aria-hidden="true" />}
                  onClick={() => onRemove(upload.id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Thumbnail({ upload }: { upload: FileUpload }) {
  if (upload.error)
    return <CircleAlert className="icon flex-none text-xl text-bad" aria-hidden="true" />
  if (!upload.preview) return null
  return (
    <img
      src={upload.preview}
      alt=""
      width={40}
      height={40}
      className="size-10 flex-none rounded-sm bg-wash-2 object-cover"
    />
  )
}
