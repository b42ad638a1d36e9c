import type { EditorOptions, Suggestion } from '../editor/extension.ts'
import { MarkdownEditor } from '../editor/markdown-editor.tsx'
import { Field } from '../field.tsx'
import { editorLabels } from './editor-labels.ts'
import { Sample } from './sample.tsx'

const TEXT = `I keep a 100 % hydration rye starter at 4 °C and bake about **twice a month**.
After 19 days it smelled of \`acetone\` and needed _three_ feedings before it doubled.

## What I would like to know

1. At what point is it better to start over?
2. Does a stiffer starter (60 %) last longer, or is that a [myth](https://example.org/levain)?

> Cold slows fermentation down, but it does not stop it.

| Flour | Days |
| --- | --- |
| Rye | 21 |
| Wheat | 14 |
`

const USERS: Suggestion[] = [
  { label: 'leila', detail: 'Leila Haddad', insert: '@leila' },
  { label: 'tomas.r', detail: 'Tomas Rivera', insert: '@tomas.r' },
  { label: 'aisha', detail: 'Aisha Bello', insert: '@aisha' },
]

const QUESTIONS: Suggestion[] = [
  {
    label: 'Reviving a starter after six weeks',
    detail: '5 answers',
    insert: '#10010000000000041',
  },
  { label: 'Drying sourdough for travel', detail: '1 answer', insert: '#10010000000000018' },
]

const wait = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new DOMException('aborted', 'AbortError'))
    })
  })

const createSource = (all: Suggestion[]) => async (query: string, signal: AbortSignal) => {
  await wait(60, signal)
  return all.filter(({ label, detail }) =>
    `${label} ${detail ?? ''}`.toLowerCase().includes(query.toLowerCase()),
  )
}

const OPTIONS: EditorOptions = {
  checkFile: (file) => (file.size > 4_000_000 ? 'Larger than 4 MB.' : null),
  async upload(file, { signal, onProgress }) {
    for (let step = 1; step <= 8; step++) {
      await wait(150, signal)
      onProgress(step / 8)
      if (step === 4 && file.name.startsWith('broken')) throw new Error('connection lost')
    }
    return file.name.startsWith('rejected')
      ? { error: 'This file type is not allowed.' }
      : { url: `/uploads/${encodeURIComponent(file.name)}` }
  },
  attachments: '.pdf,.zip',
  completions: [
    { trigger: '@', find: createSource(USERS) },
    { trigger: '#', wordCharacters: /[\p{L}\p{N} ]/u, find: createSource(QUESTIONS) },
  ],
}

export function EditorSamples() {
  return (
    <Sample title="Editor">
      <form>
        <Field label="Details" id="editor-full">
          <MarkdownEditor
            name="editor-full"
            labels={editorLabels}
            label="Details"
            options={OPTIONS}
            status="Draft saved a minute ago"
            start="idle"
            defaultValue={TEXT}
          />
        </Field>
      </form>
      <Field label="Your answer" id="editor-small" error="Write at least six characters.">
        <MarkdownEditor
          name="editor-small"
          labels={editorLabels}
          label="Your answer"
          placeholder="Write your answer"
          size="sm"
        />
      </Field>
    </Sample>
  )
}
