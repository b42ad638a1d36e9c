import { useState, type ReactNode } from 'react'
import type { RejectedForm } from '../../../kernel/form.tsx'
import type { FormSpec } from '../../../kernel/form-spec.ts'
import { PageMeta } from '../../../kernel/page-meta.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PageHead } from '../../../ui/section.tsx'
import { Page } from '../../../ui/shell/page.tsx'
import type { UnsentForm } from '../drafts/submit-with-draft.ts'
import { EditAdvice } from '../questions/ask-advice.tsx'
import { EditFields } from './edit-fields.tsx'
import type { EditField } from './edit-forms.ts'
import { MergeView } from './merge-view.tsx'
import type { EditMerge } from './merging.server.ts'

type Editing = Omit<React.ComponentProps<typeof EditFields>, 'spec' | 'rejected' | 'cancelPath'>

type EditResult =
  | { merge: EditMerge }
  | NonNullable<RejectedForm<EditField>>
  | UnsentForm
  | undefined

type EditPageProps = {
  title: string
  spec: FormSpec<EditField>
  /** The path of the post. */
  path: string
  /** Why the user may not edit the post. */
  denial: string | null
  editing: Editing | null
  result: EditResult
  /** Rendered above the form. */
  header?: ReactNode
}

/** The edit form, a merge of two edits, or the reason why editing is not allowed. */
export function EditPage(props: EditPageProps) {
  const { title, spec, path, denial, editing, result, header } = props
  const t = useTranslate()
  if (denial !== null || editing === null) {
    return <DeniedPage text={denial ?? ''} path={path} />
  }
  return (
    <Page layout="focus" sidebar={<EditAdvice />} sidebarLabel={t('edit.advice_title')}>
      <PageMeta title={title} noIndex />
      <PageHead title={title} note={t('edit.version', { version: editing.post.values.version })} />
      {header}
      <EditBody editing={editing} spec={spec} path={path} result={result} />
    </Page>
  )
}

type EditBodyProps = Pick<EditPageProps, 'spec' | 'path' | 'result'> & { editing: Editing }

function EditBody({ editing, spec, path, result }: EditBodyProps) {
  const merge = useMerge(result)
  const rejected = result !== undefined && 'problem' in result ? result : undefined
  if (merge === null) {
    return <EditFields {...editing} spec={spec} rejected={rejected} cancelPath={path} />
  }
  return (
    <MergeView
      key={merge.version}
      merge={merge}
      problem={rejected?.problem.message?.text}
      postId={editing.post.id}
    />
  )
}

/** The current merge; it stays if it could not be submitted. */
function useMerge(result: EditResult): EditMerge | null {
  const [last, setLast] = useState<EditMerge | null>(null)
  if (result === undefined) return null
  if ('merge' in result) {
    if (result.merge !== last) setLast(result.merge)
    return result.merge
  }
  return 'isUnsent' in result ? last : null
}

function DeniedPage({ text, path }: { text: string; path: string }) {
  const t = useTranslate()
  return (
    <Page layout="bare">
      <PageMeta title={t('edit.denied_title')} noIndex />
      <ErrorState
        title={t('edit.denied_title')}
        actions={
          <ButtonLink href={path} variant="primary">
            {t('edit.back_to_question')}
          </ButtonLink>
        }
      >
        <p>{text}</p>
      </ErrorState>
    </Page>
  )
}
