import { suggestSearch } from '@stoa/contract/features/search'
import { MessageCircleQuestion, Search, Tag } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ResponseOf } from '@stoa/contract/endpoint'
import { useApi } from '../../../kernel/api.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import type { ListOption } from '../../../ui/listbox.tsx'
import { questionPath } from '../../content/questions/permalink.ts'
import { tagPath } from '../../content/tags/tag-path.ts'
import { searchPath } from './search-path.ts'

const debounceMs = 150
const noSuggestions: ResponseOf<typeof suggestSearch> = { tags: [], questions: [] }

export function useSearchSuggestions(input: string): ListOption[] {
  const api = useApi()
  const { site } = useVisit()
  const t = useTranslate()
  const [suggestions, setSuggestions] = useState(noSuggestions)
  const text = input.trim()
  useEffect(() => {
    if (text === '') return
    const controller = new AbortController()
    async function suggest() {
      setSuggestions(await api.call(suggestSearch, { q: text }, { signal: controller.signal }))
    }
    // Suggestions are optional: a failure shows none.
    const timer = setTimeout(
      () => void suggest().catch(() => setSuggestions(noSuggestions)),
      debounceMs,
    )
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [api, text])
  if (text === '') return []
  return [
    {
      value: searchPath(text),
      label: <Suggestion icon={Search} text={t('search.search_for', { text })} />,
    },
    ...suggestions.tags.map((tag) => ({
      value: tagPath(tag.slug_name),
      label: <Suggestion icon={Tag} text={tag.display_name} />,
    })),
    ...suggestions.questions.map((question) => ({
      value: questionPath(question, site.permalink),
      label: <Suggestion icon={MessageCircleQuestion} text={question.title} />,
    })),
  ]
}

function Suggestion({ icon: Icon, text }: { icon: typeof Tag; text: string }) {
  return (
    <>
      <Icon className="icon me-2 inline align-[-0.2em] text-ink-3" aria-hidden="true" />
      <bdi>{text}</bdi>
    </>
  )
}
