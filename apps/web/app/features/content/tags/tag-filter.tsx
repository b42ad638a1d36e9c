import { limits } from '@stoa/contract/limits'
import type { TagOrder } from '@stoa/contract/features/tags'
import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { TextInput } from '../../../ui/text-input.tsx'

const debounceMs = 250

type TagFilterProps = { text: string; sort: TagOrder | undefined }

/** A GET form; once hydrated it submits while typing and replaces the history entry. */
export function TagFilter({ text, sort }: TagFilterProps) {
  const t = useTranslate()
  const submit = useSubmit()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    const field = input.current
    // Back navigation restores the text, but never while the user is typing.
    if (field !== null && field !== document.activeElement) field.value = text
  }, [text])
  return (
    <Form
      role="search"
      aria-label={t('tags.filter')}
      action="/tags"
      method="get"
      replace
      preventScrollReset
      className="relative w-64 max-w-full max-md:w-full"
      onChange={(event) => {
        const form = event.currentTarget
        clearTimeout(timer.current)
        timer.current = setTimeout(
          () => void submit(form, { replace: true, preventScrollReset: true }),
          debounceMs,
        )
      }}
    >
      <Search
        className="icon pointer-events-none absolute inset-y-0 start-2.75 my-auto text-base text-ink-3"
        aria-hidden="true"
      />
      {sort && <input type="hidden" name="sort" value={sort} />}
      <TextInput
        ref={input}
        type="search"
        name="q"
        defaultValue={text}
        maxLength={limits.tagName.max}
        aria-label={t('tags.filter')}
        placeholder={t('tags.filter')}
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="search"
        dir="auto"
        className="ps-9"
      />
    </Form>
  )
}
