import { useState, type ReactNode } from 'react'
import type { Refused } from '../../kernel/form.tsx'
import type { FormSpec } from '../../kernel/form-spec.ts'
import { PageTitle } from '../../kernel/page-title.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/section.tsx'
import { Page } from '../../ui/shell/page.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { NotSent } from '../drafts/send-keeping.ts'
import { EditAdvice } from '../questions/ask-advice.tsx'
import { EditFields } from './edit-fields.tsx'
import type { EditField } from './edit-forms.ts'
import { MergeView } from './merge-view.tsx'
import type { Merging } from './merging.server.ts'

type Editing = Omit<React.ComponentProps<typeof EditFields>, 'spec' | 'refused' | 'cancelPath'>

type Answered =
  | { merging: Merging }
  | { waits: true }
  | NonNullable<Refused<EditField>>
  | NotSent
  | undefined

type EditPageProps = {
  title: string
  spec: FormSpec<EditField>
  /** Where the post is to be read. */
  path: string
  /** Why it may not be edited. */
  refusal: string | null
  editing: Editing | null
  answered: Answered
  above?: ReactNode
}

/** The page of an edit: the form, the merging of two edits, or why there is none. */
export function EditPage(props: EditPageProps) {
  const { title, spec, path, refusal, editing, answered, above } = props
  const t = useTranslate()
  if (refusal !== null || editing === null) {
    return <RefusedPage text={refusal ?? ''} path={path} />
  }
  return (
    <Page plan="focus" rail={<EditAdvice />} railLabel={t('edit.advice_title')}>
      <PageTitle title={title} hidden />
      <PageHead title={title} note={t('edit.note', { version: editing.post.values.version })} />
      {above}
      <EditBody editing={editing} spec={spec} path={path} answered={answered} />
    </Page>
  )
}

type EditBodyProps = Pick<EditPageProps, 'spec' | 'path' | 'answered'> & { editing: Editing }

function EditBody({ editing, spec, path, answered }: EditBodyProps) {
  const merging = useMerging(answered)
  const refused = answered !== undefined && 'problem' in answered ? answered : undefined
  if (answered !== undefined && 'waits' in answered) return <Waits path={path} />
  if (merging === null) {
    return <EditFields {...editing} spec={spec} refused={refused} cancelPath={path} />
  }
  return (
    <MergeView
      key={merging.version}
      merging={merging}
      problem={refused?.problem.message?.text}
      postId={editing.post.id}
    />
  )
}

/** The merging at hand; one that could not be sent stays. */
function useMerging(answered: Answered): Merging | null {
  const [last, setLast] = useState<Merging | null>(null)
  if (answered === undefined) return null
  if ('merging' in answered) {
    if (answered.merging !== last) setLast(answered.merging)
    return answered.merging
  }
  return 'isNotSent' in answered ? last : null
}

function Waits({ path }: { path: string }) {
  const t = useTranslate()
  return (
    <div className="mt-6">
      <Notice tone="ok" live>
        {t('edit.waits')} <TextLink href={path}>{t('edit.refused_back')}</TextLink>
      </Notice>
    </div>
  )
}

function RefusedPage({ text, path }: { text: string; path: string }) {
  const t = useTranslate()
  return (
    <Page plan="bare">
      <PageTitle title={t('edit.refused_title')} hidden />
      <ErrorState
        title={t('edit.refused_title')}
        actions={
          <ButtonLink href={path} variant="primary">
            {t('edit.refused_back')}
          </ButtonLink>
        }
      >
        <p>{text}</p>
      </ErrorState>
    </Page>
  )
}
