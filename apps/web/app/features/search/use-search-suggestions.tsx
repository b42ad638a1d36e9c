import { suggestSearch } from '@stoa/contract/features/search'
import { MessageCircleQuestion, Tag } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReplyOf } from '@stoa/contract/endpoint'
import { useApi } from '../../kernel/api.ts'
import { useVisit } from '../../kernel/visit-context.tsx'
import type { ListOption } from '../../ui/listbox.tsx'
import { questionPath } from '../questions/permalink.ts'
import { tagPath } from '../tags/tag-path.ts'

const pauseMs = 150
const nothing: ReplyOf<typeof suggestSearch> = { tags: [], questions: [] }

/** Tags and questions that go on as what was typed, by their address; asked for when someone pauses. */
export function useSearchSuggestions(typed: string): ListOption[] {
  const api = useApi()
  const { site } = useVisit()
  const [found, setFound] = useState(nothing)
  const text = typed.trim()
  useEffect(() => {
    if (text === '') return
    const stop = new AbortController()
    async function suggest() {
      setFound(await api.call(suggestSearch, { q: text }, { signal: stop.signal }))
    }
    // A courtesy: without them the search is typed to the end.
    const timer = setTimeout(() => void suggest().catch(() => setFound(nothing)), pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [api, text])
  if (text === '') return []
  return [
    ...found.tags.map((tag) => ({
      value: tagPath(tag.slug_name),
      label: <Suggestion icon={Tag} text={tag.display_name} />,
    })),
    ...found.questions.map((question) => ({
      value: questionPath(question, site.permalink),
      label: <Suggestion icon={MessageCircleQuestion} text={question.title} />,
    })),
  ]
}

function Suggestion({ icon: Icon, text }: { icon: typeof Tag; text: string }) {
  return (
    <>
      <Icon className="icon me-2 inline text-ink-3" aria-hidden="true" />
      <bdi>{text}</bdi>
    </>
  )
}
