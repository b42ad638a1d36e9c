import { CircleAlert } from 'lucide-react'
import { Spinner } from './spinner.tsx'

type SaveBarProps = {
  label: string
  /** "3 unsaved changes". */
  text: string
  /** Leads to the first error. */
  problem?: { label: string; onSelect: () => void } | undefined
  discard: { label: string; onSelect: () => void }
  saveLabel: string
  isSaving: boolean
}

const BUTTON =
  'inline-flex min-h-[max(2.125rem,var(--target))] items-center justify-center gap-2 rounded-md px-3.5 focus-visible:outline-paper max-md:flex-1'

/** Part of a form. Render it only while something is not saved. */
export function SaveBar({ label, text, problem, discard, saveLabel, isSaving }: SaveBarProps) {
  return (
    <div
      role="region"
      aria-label={label}
      data-bottom-bar=""
      className="sticky bottom-2 z-bar mt-6 flex animate-rise flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-ink py-2 ps-4 pe-2 text-md text-paper shadow-bar md:bottom-4"
    >
      <b className="font-semibold" role="status">
        {text}
      </b>
      {problem && (
        <button
          type="button"
          onClick={problem.onSelect}
          className="hit inline-flex min-h-6 items-center gap-1.5 text-bad-inverse underline underline-offset-[0.2em] focus-visible:outline-paper"
        >
          <CircleAlert className="icon" aria-hidden="true" />
          {problem.label}
        </button>
      )}
      <div className="ms-auto flex gap-2 max-md:w-full">
        <button
          type="button"
          onClick={discard.onSelect}
          className={`${BUTTON} hover:bg-inverse-hover`}
        >
          {discard.label}
        </button>
        <button
          type="submit"
          aria-disabled={isSaving}
          className={`${BUTTON} bg-paper font-semibold text-ink`}
        >
          {isSaving && <Spinner />}
          {saveLabel}
        </button>
      </div>
    </div>
  )
}
