import { PostText, type PostTextData } from '../../../kernel/post-text.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

type QuestionContextProps = { title: string; text: PostTextData; path: string }

/** Shows the question while its answer is edited. */
export function QuestionContext({ title, text, path }: QuestionContextProps) {
  const t = useTranslate()
  return (
    <details className="mt-5 border-y border-line py-2">
      <summary className="min-h-[max(1.75rem,var(--target))] cursor-pointer py-1 text-md">
        <span className="text-ink-3">{t('edit.question_shown')}</span>{' '}
        <b className="font-serif">
          <bdi>{title}</bdi>
        </b>
      </summary>
      <PostText text={text} className="prose max-h-96 max-w-measure overflow-y-auto py-3" />
      <p className="pb-2 text-sm">
        <TextLink href={path} target="_blank" rel="noopener">
          {t('edit.back_to_question')}
        </TextLink>
      </p>
    </details>
  )
}
