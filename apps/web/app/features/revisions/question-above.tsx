import { PostText, type PostTextData } from '../../kernel/post-text.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { TextLink } from '../../ui/text-link.tsx'

type QuestionAboveProps = { title: string; text: PostTextData; path: string }

/** The question an answer is about, at hand while the answer is edited. */
export function QuestionAbove({ title, text, path }: QuestionAboveProps) {
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
          {t('edit.refused_back')}
        </TextLink>
      </p>
    </details>
  )
}
