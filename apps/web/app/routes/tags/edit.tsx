import { listPermissions } from '@stoa/contract/features/profile-settings'
import type { ResponseOf } from '@stoa/contract/endpoint'
import { getOwnSuggestion } from '@stoa/contract/features/revisions'
import { editTag, getTag, type TagDetail } from '@stoa/contract/features/tags'
import { data, redirect } from 'react-router'
import { TagConflict } from '../../features/content/tags/tag-editor-conflict.tsx'
import { editTagForm } from '../../features/content/tags/tag-editor-form.ts'
import { TagEditorDenied } from '../../features/content/tags/tag-editor-denied.tsx'
import { TagAdvice, TagEditor } from '../../features/content/tags/tag-editor.tsx'
import { tagInfoPath } from '../../features/content/tags/tag-path.ts'
import { afterPosting } from '../../features/content/shared/posted-toast.tsx'
import { useEditorOptions } from '../../features/content/uploads/use-editor-options.tsx'
import { apiFrom, submit } from '../../kernel/api.server.ts'
import { useContractForm } from '../../kernel/form.tsx'
import { rejectForm, readForm } from '../../kernel/form.server.ts'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/section.tsx'
import { Page } from '../../ui/shell/page.tsx'
import type { Route } from './+types/edit.ts'

export async function loader(args: Route.LoaderArgs) {
  const api = apiFrom(args)
  const tag = await api.call(getTag, { id: args.params.tagId })
  // Synonyms have no text, and a deleted tag must be restored first.
  if (tag.tag_id !== args.params.tagId || tag.status === 'deleted') {
    throw redirect(tagInfoPath(tag.slug_name))
  }
  const canEdit = tag.member_actions.some((allowed) => allowed.action === 'edit')
  if (!canEdit) {
    const deniedReason = await getDeniedReason(args)
    return { tag: toTexts(tag), deniedReason, isReviewed: false, hasSuggestion: false }
  }
  const { needs_review, suggestion } = await api.call(getOwnSuggestion, { object_id: tag.tag_id })
  const open = suggestion?.state === 'open' ? toSuggestedTexts(tag.tag_id, suggestion) : null
  const texts = open ?? toTexts(tag)
  return { tag: texts, deniedReason: null, isReviewed: needs_review, hasSuggestion: open !== null }
}

type Suggestion = NonNullable<ResponseOf<typeof getOwnSuggestion>['suggestion']>

function toSuggestedTexts(tag_id: string, { content, version }: Suggestion) {
  const { title: display_name, slug_name, content: original_text } = content
  return { tag_id, slug_name, display_name, original_text, version }
}

function toTexts({ tag_id, slug_name, display_name, original_text, version }: TagDetail) {
  return { tag_id, slug_name, display_name, original_text, version }
}

async function getDeniedReason(args: Route.LoaderArgs) {
  const permissionName = 'tag.edit'
  const { [permissionName]: permission } = await apiFrom(args).call(listPermissions, {
    action: permissionName,
  })
  return permission?.no_permission_tip ?? ''
}

const conflict = 409

export async function action(args: Route.ActionArgs) {
  const spec = editTagForm(args.params.tagId)
  const values = await readForm(args.request, spec)
  const result = await submit(args, editTag, spec.toInput(values))
  if (result.ok) {
    const path = tagInfoPath(result.response.slug_name)
    return redirect(result.response.wait_for_review ? afterPosting(path, 'suggested') : path)
  }
  if (result.status !== conflict) return rejectForm(spec, values, result)
  // No message: the page shows the conflict with both texts.
  const problem = { fields: {}, message: null }
  const theirs = toTexts(await apiFrom(args).call(getTag, { id: args.params.tagId }))
  return data({ problem, values, theirs }, { status: conflict })
}

export default function EditTag({ loaderData, actionData }: Route.ComponentProps) {
  const { deniedReason, isReviewed, hasSuggestion } = loaderData
  const theirs = actionData !== undefined && 'theirs' in actionData ? actionData.theirs : null
  const tag = theirs ?? loaderData.tag
  const t = useTranslate()
  const form = useContractForm(editTagForm(tag.tag_id, tag.version), actionData)
  const options = useEditorOptions(null)
  return (
    <Page layout="focus" sidebar={<TagAdvice />} sidebarLabel={t('tag_editor.advice_title')}>
      <PageMeta title={t('tag_editor.edit_title', { name: tag.display_name })} noIndex />
      <PageHead title={t('tag_editor.edit_title', { name: tag.display_name })} />
      {deniedReason === null ? (
        <TagEditor
          form={form}
          tag={tag}
          options={options}
          cancelPath={tagInfoPath(tag.slug_name)}
          isReviewed={isReviewed}
        >
          {hasSuggestion && theirs === null && <Notice>{t('edit.suggestion_loaded')}</Notice>}
          {theirs !== null && <TagConflict theirs={theirs} mine={actionData?.values ?? {}} />}
        </TagEditor>
      ) : (
        <TagEditorDenied reason={deniedReason} backPath={tagInfoPath(tag.slug_name)} />
      )}
    </Page>
  )
}
