import { Form, useLocation } from 'react-router'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { HotQuestions, type HotQuestion } from './hot-questions.tsx'
import { toPathWords } from './path-words.ts'

/** Ways on from a page that does not exist: a search for the words of its URL, and what others read. */
export function NotFoundHelp({ hot }: { hot: HotQuestion[] }) {
  const t = useTranslate()
  const { site, viewer } = useVisit()
  const { pathname } = useLocation()
  if (site.loginRequired && viewer === null) return null
  return (
    <div className="-mt-8 grid max-w-measure gap-10 pb-12 md:-mt-16">
      <Form
        action="/search"
        role="search"
        aria-label={t('page.not_found.search')}
        className="flex gap-2"
      >
        <TextInput
          name="q"
          type="search"
          dir="auto"
          aria-label={t('page.not_found.search')}
          defaultValue={toPathWords(pathname)}
          className="flex-1"
        />
        <Button type="submit">{t('search.label')}</Button>
      </Form>
      <HotQuestions questions={hot} />
    </div>
  )
}
