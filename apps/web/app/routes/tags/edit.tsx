import { listPermissions } from '@stoa/contract/features/profile'
import { editTag, getTag, type TagDetail } from '@stoa/contract/features/tags'
import { data, redirect } from 'react-router'
import { TagConflict } from '../../features/tags/tag-editor-conflict.tsx'
import { editTagForm } from '../../features/tags/tag-editor-form.ts'
import { TagHeld } from '../../features/tags/tag-editor-held.tsx'
import { TagAdvice, TagEditor } from '../../features/tags/tag-editor.tsx'
import { tagInfoPath } from '../../features/tags/tag-path.ts'
import { useUploadOptions } from '../../features/uploads/use-upload-options.ts'
import { apiFrom, submit } from '../../kernel/api.server.ts'
import { useContractForm } from '../../kernel/form.tsx'
import { formAgain, readForm } from '../../kernel/form.server.ts'
import { PageTitle } from '../../kernel/page-title.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { PageHead } from '../../ui/section.tsx'
import { Page } from '../../ui/shell/page.tsx'
import type { Route } from './+types/edit.ts'

export async function loader(args: Route.LoaderArgs) {
  const api = apiFrom(args)
  const tag = await api.call(getTag, { id: args.params.tagId })
  // A synonym has no text of its own, and what is deleted is brought back first.
  if (tag.tag_id !== args.params.tagId || tag.status === 'deleted') {
    throw redirect(tagInfoPath(tag.slug_name))
  }
  const mayEdit = tag.member_actions.some((one) => one.action === 'edit')
  return { tag: toTexts(tag), held: mayEdit ? null : await tipOf(args) }
}

function toTexts({ tag_id, slug_name, display_name, original_text, version }: TagDetail) {
  return { tag_id, slug_name, display_name, original_text, version }
}

async function tipOf(args: Route.LoaderArgs) {
  const wish = 'tag.edit_without_review'
  const { [wish]: may } = await apiFrom(args).call(listPermissions, { action: wish })
  return may?.no_permission_tip ?? ''
}

const conflict = 409

export async function action(args: Route.ActionArgs) {
  const spec = editTagForm(args.params.tagId)
  const values = await readForm(args.request, spec)
  const result = await submit(args, editTag, spec.toInput(values))
  if (result.ok) return redirect(tagInfoPath(result.reply.slug_name))
  if (result.status !== conflict) return formAgain(spec, values, result)
  // Said by the page itself, beside both texts.
  const problem = { fields: {}, message: null }
  const theirs = toTexts(await apiFrom(args).call(getTag, { id: args.params.tagId }))
  return data({ problem, values, theirs }, { status: conflict })
}

export default function EditTag({ loaderData, actionData }: Route.ComponentProps) {
  const { held } = loaderData
  const theirs = actionData !== undefined && 'theirs' in actionData ? actionData.theirs : null
  const tag = theirs ?? loaderData.tag
  const t = useTranslate()
  const form = useContractForm(editTagForm(tag.tag_id, tag.version), actionData)
  const options = useUploadOptions()
  return (
    <Page plan="focus" rail={<TagAdvice />} railLabel={t('tag_editor.advice_title')}>
      <PageTitle title={t('tag_editor.edit_title', { name: tag.display_name })} hidden />
      <PageHead title={t('tag_editor.edit_title', { name: tag.display_name })} />
      {held === null ? (
        <TagEditor form={form} tag={tag} options={options} cancelPath={tagInfoPath(tag.slug_name)}>
          {theirs !== null && <TagConflict theirs={theirs} mine={actionData?.values ?? {}} />}
        </TagEditor>
      ) : (
        <TagHeld reason={held} backPath={tagInfoPath(tag.slug_name)} />
      )}
    </Page>
  )
}
