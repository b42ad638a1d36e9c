import { CircleAlert, RotateCw, X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../button.tsx'
import { Field } from '../field.tsx'
import { IconButton } from '../icon-button.tsx'
import { Progress } from '../progress.tsx'
import { TextInput } from '../text-input.tsx'
import type { UploadState } from './use-uploads.ts'
import type { EditorLabels } from './labels.ts'

type UploadListProps = {
  uploads: UploadState[]
  labels: EditorLabels
  onCancel: (upload: UploadState) => void
  onRetry: (upload: UploadState) => void
  onDescribe: (upload: UploadState, text: string) => void
}

export function UploadList(props: UploadListProps) {
  const { uploads, labels, onCancel, onRetry, onDescribe } = props
  if (uploads.length === 0) return null
  return (
    <ul aria-label={labels('uploads')} className="border-t border-line px-4">
      {uploads.map((upload) => (
        <li
          key={upload.id}
          className="flex items-center gap-3 border-b border-line py-1.5 text-sm last:border-0"
        >
          {upload.error !== undefined && (
            <CircleAlert className="icon text-lg text-bad" aria-hidden="true" />
          )}
          <div className="min-w-0 flex-1">
            <bdi className="block truncate font-medium">{upload.file.name}</bdi>
            {upload.url !== undefined ? (
              <Description labels={labels} onDescribe={(text) => onDescribe(upload, text)} />
            ) : upload.error === undefined ? (
              <Progress
                label={labels('upload_progress', { name: upload.file.name })}
                value={upload.progress}
                className="mt-1"
              />
            ) : (
              <p role="alert" className="text-bad">
                {upload.error}
              </p>
            )}
          </div>
          {upload.canRetry && upload.error !== undefined && (
            <IconButton
              size="sm"
              label={labels('upload_retry', { name: upload.file.name })}
              icon={<RotateCw className="icon" aria-hidden="true" />}
              onClick={() => onRetry(upload)}
            />
          )}
          <IconButton
            size="sm"
            label={labels(upload.url === undefined ? 'upload_cancel' : 'upload_skip', {
              name: upload.file.name,
            })}
            icon={<X className="icon" aria-hidden="true" />}
            onClick={() => onCancel(upload)}
          />
        </li>
      ))}
    </ul>
  )
}

type DescriptionProps = { labels: EditorLabels; onDescribe: (text: string) => void }

/** Not a form, because the editor is within one. */
function Description({ labels, onDescribe }: DescriptionProps) {
  const input = useRef<HTMLInputElement>(null)
  const save = () => onDescribe(input.current?.value.trim() ?? '')
  return (
    <div className="mt-1 flex flex-wrap items-end gap-2">
      <div className="min-w-48 flex-1">
        <Field label={labels('upload_describe')}>
          <TextInput
            ref={input}
            dir="auto"
            autoComplete="off"
            maxLength={300}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              save()
            }}
          />
        </Field>
      </div>
      <Button onClick={save}>{labels('upload_describe_add')}</Button>
    </div>
  )
}
