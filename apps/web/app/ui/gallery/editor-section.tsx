import type { EditorOptions, Suggestion } from '../editor/extension.ts'
import { MarkdownEditor } from '../editor/markdown-editor.tsx'
import { Field } from '../field.tsx'
import { editorWords } from './editor-words.ts'
import { Sample } from './sample.tsx'

const TEXT = `I keep a 100 % hydration rye starter at 4 °C and bake about **twice a month**.
After 19 days it smelled of \`nail varnish\` and needed _three_ feeds before it doubled.

## What I would like to know

1. Is there a point after which reviving it is not worth the flour?
2. Does a stiffer starter (60 %) really last longer, or is that [folklore](https://example.org/levain)?

> The cold does not kill it. Hunger does.

| Flour | Days |
| --- | --- |
| Rye | 21 |
| Wheat | 14 |
`

const PEOPLE: Suggestion[] = [
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
      reject(new DOMException('stopped', 'AbortError'))
    })
  })

const matching = (all: Suggestion[]) => async (query: string, signal: AbortSignal) => {
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
      if (step === 4 && file.name.startsWith('broken')) throw new Error('the line went dead')
    }
    return file.name.startsWith('refused')
      ? { refused: 'This kind of file is not welcome.' }
      : { url: `/uploads/${encodeURIComponent(file.name)}` }
  },
  attachments: '.pdf,.zip',
  completions: [
    { sign: '@', find: matching(PEOPLE) },
    { sign: '#', letters: /[\p{L}\p{N} ]/u, find: matching(QUESTIONS) },
  ],
}

export function EditorSamples() {
  return (
    <Sample title="Editor">
      <form>
        <Field label="What you tried and what happened" id="editor-full">
          <MarkdownEditor
            name="editor-full"
            words={editorWords}
            label="What you tried and what happened"
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
          words={editorWords}
          label="Your answer"
          placeholder="What do you know about this?"
          size="sm"
        />
      </Field>
    </Sample>
  )
}
