import { ToastProvider } from '../toast.tsx'
import { ControlSamples } from './controls.tsx'
import { DataSamples } from './data.tsx'
import { EditorSamples } from './editor-section.tsx'
import { FeedbackSamples } from './feedback.tsx'
import { FieldSamples } from './fields.tsx'
import { ListSamples } from './lists.tsx'
import { OverlaySamples } from './overlays.tsx'
import { UserSamples } from './users.tsx'
import { PROSE_SAMPLE } from './prose-sample.ts'
import { Sample } from './sample.tsx'
import { ShellSample } from './shell.tsx'

/** Development only: for visual review and tests. */
export function Gallery() {
  return (
    <ToastProvider label="Notifications" closeLabel="Dismiss">
      <title>Gallery</title>
      <ShellSample>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
          <ControlSamples />
          <FieldSamples />
          <EditorSamples />
          <UserSamples />
          <ListSamples />
          <OverlaySamples />
          <FeedbackSamples />
          <DataSamples />
          <Sample title="Prose">
            <div className="prose px-3.5" dangerouslySetInnerHTML={{ __html: PROSE_SAMPLE }} />
            <div
              className="prose prose-sm"
              dangerouslySetInnerHTML={{
                __html:
                  '<p>A comment with <code>code</code>, a <a href="/">link</a> and <strong>bold text</strong>.</p>',
              }}
            />
          </Sample>
        </div>
      </ShellSample>
    </ToastProvider>
  )
}
