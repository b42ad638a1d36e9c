import { completeDraft, type Draft, renderDraft } from '@stoa/markdown/draft'
import { render, type RenderOptions } from '@stoa/markdown/render'
import type { PieceSyntax } from '@stoa/plugin-kit/rendering'

/** What a worker thread does for long texts, with the length that says which those are. */
export type RenderTask =
  | { kind: 'text'; length: number; markdown: string; options: RenderOptions }
  | {
      kind: 'draft'
      length: number
      markdown: string
      syntax: PieceSyntax
      options: RenderOptions
    }
  | {
      kind: 'complete'
      length: number
      draft: Draft
      results: readonly (string | null)[]
      siteUrl: string
    }

type Results = {
  text: ReturnType<typeof render>
  draft: ReturnType<typeof renderDraft>
  complete: string
}
export type ResultOf<Task extends RenderTask> = Results[Task['kind']]

export function runTask(task: RenderTask): Results[keyof Results] {
  switch (task.kind) {
    case 'text':
      return render(task.markdown, task.options)
    case 'draft':
      return renderDraft(task.markdown, task.syntax, task.options)
    case 'complete':
      return completeDraft(task.draft, task.results, task.siteUrl)
  }
}
