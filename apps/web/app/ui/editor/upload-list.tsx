import { CircleAlert, RotateCw, X } from 'lucide-react'
import { IconButton } from '../icon-button.tsx'
import { Progress } from '../progress.tsx'
import type { UploadState } from './use-uploads.ts'
import type { EditorLabels } from './labels.ts'

type UploadListProps = {
  uploads: UploadState[]
  labels: EditorLabels
  onCancel: (upload: UploadState) => void
  onRetry: (upload: UploadState) => void
}

export function UploadList({ uploads, labels, onCancel, onRetry }: UploadListProps) {
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
            {upload.error === undefined ? (
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
            label={labels('upload_cancel', { name: upload.file.name })}
            icon={<X className="icon" aria-hidden="true" />}
            onClick={() => onCancel(upload)}
          />
        </li>
      ))}
    </ul>
  )
}
