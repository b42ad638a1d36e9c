import { listPermissions } from '@stoa/contract/features/profile-settings'
import { createTag } from '@stoa/contract/features/tags'
import { redirect } from 'react-router'
import { TagAdvice, TagEditor } from '../../features/content/tags/tag-editor.tsx'
import { createTagForm } from '../../features/content/tags/tag-editor-form.ts'
import { TagEditorDenied } from '../../features/content/tags/tag-editor-denied.tsx'
import { tagInfoPath } from '../../features/content/tags/tag-path.ts'
import { useEditorOptions } from '../../features/content/uploads/use-editor-options.tsx'
import { apiFrom, submit } from '../../kernel/api.server.ts'
import { useContractForm } from '../../kernel/form.tsx'
import { rejectForm, readForm } from '../../kernel/form.server.ts'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { PageHead } from '../../ui/section.tsx'
import { Page } from '../../ui/shell/page.tsx'
import type { Route } from './+types/create.ts'

export async function loader(args: Route.LoaderArgs) {
  const { 'tag.add': permission } = await apiFrom(args).call(listPermissions, { action: 'tag.add' })
  return {
    deniedReason:
      permission?.has_permission === true ? null : (permission?.no_permission_tip ?? ''),
  }
}

export async function action(args: Route.ActionArgs) {
  const values = await readForm(args.request, createTagForm)
  const result = await submit(args, createTag, createTagForm.toInput(values))
  if (!result.ok) return rejectForm(createTagForm, values, result)
  return redirect(tagInfoPath(result.response.slug_name))
}

export default function CreateTag({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const form = useContractForm(createTagForm, actionData)
  const options = useEditorOptions(null)
  return (
    <Page layout="focus" sidebar={<TagAdvice />} sidebarLabel={t('tag_editor.advice_title')}>
      <PageMeta title={t('tag_editor.create_title')} noIndex />
      <PageHead title={t('tag_editor.create_title')} />
      {loaderData.deniedReason === null ? (
        <TagEditor form={form} options={options} cancelPath="/tags" />
      ) : (
        <TagEditorDenied reason={loaderData.deniedReason} backPath="/tags" />
      )}
    </Page>
  )
}
