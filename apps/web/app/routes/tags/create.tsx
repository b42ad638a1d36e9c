import { listPermissions } from '@stoa/contract/features/profile'
import { createTag } from '@stoa/contract/features/tags'
import { redirect } from 'react-router'
import { TagAdvice, TagEditor } from '../../features/tags/tag-editor.tsx'
import { createTagForm } from '../../features/tags/tag-editor-form.ts'
import { TagHeld } from '../../features/tags/tag-editor-held.tsx'
import { tagInfoPath } from '../../features/tags/tag-path.ts'
import { useUploadOptions } from '../../features/uploads/use-upload-options.ts'
import { apiFrom, submit } from '../../kernel/api.server.ts'
import { useContractForm } from '../../kernel/form.tsx'
import { formAgain, readForm } from '../../kernel/form.server.ts'
import { PageTitle } from '../../kernel/page-title.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { PageHead } from '../../ui/section.tsx'
import { Page } from '../../ui/shell/page.tsx'
import type { Route } from './+types/create.ts'

export async function loader(args: Route.LoaderArgs) {
  const { 'tag.add': may } = await apiFrom(args).call(listPermissions, { action: 'tag.add' })
  return { held: may?.has_permission === true ? null : (may?.no_permission_tip ?? '') }
}

export async function action(args: Route.ActionArgs) {
  const values = await readForm(args.request, createTagForm)
  const result = await submit(args, createTag, createTagForm.toInput(values))
  if (!result.ok) return formAgain(createTagForm, values, result)
  return redirect(tagInfoPath(result.reply.slug_name))
}

export default function CreateTag({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const form = useContractForm(createTagForm, actionData)
  const options = useUploadOptions()
  return (
    <Page plan="focus" rail={<TagAdvice />} railLabel={t('tag_editor.advice_title')}>
      <PageTitle title={t('tag_editor.create_title')} hidden />
      <PageHead title={t('tag_editor.create_title')} />
      {loaderData.held === null ? (
        <TagEditor form={form} options={options} cancelPath="/tags" />
      ) : (
        <TagHeld reason={loaderData.held} backPath="/tags" />
      )}
    </Page>
  )
}
