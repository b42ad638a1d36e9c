import { listAdminBadges, updateBadge } from '@stoa/contract/features/badges'
import { data, redirect } from 'react-router'
import { BadgeLookFields } from '../../features/community/badges/admin-badge-fields.tsx'
import { badgeLookForm } from '../../features/community/badges/badge-look-form.ts'
import { adminBadgesPath } from '../../features/community/badges/badge-path.ts'
import { apiFrom, submit } from '../../kernel/api.server.ts'
import { FormBox, useContractForm } from '../../kernel/form.tsx'
import { readForm, rejectForm } from '../../kernel/form.server.ts'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { UnsavedChanges } from '../../kernel/unsaved-changes.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { PageHead } from '../../ui/section.tsx'
import type { Route } from './+types/edit-badge.ts'

export async function loader(args: Route.LoaderArgs) {
  const q = `badge:${args.params.id.slice(0, 32)}`
  const { list } = await apiFrom(args).call(listAdminBadges, { q })
  const [badge] = list.filter(({ is_editable: isEditable }) => isEditable)
  if (badge === undefined) throw data(null, { status: 404 })
  return { badge }
}

export async function action(args: Route.ActionArgs) {
  const values = await readForm(args.request, badgeLookForm)
  const input = { id: args.params.id, ...badgeLookForm.toInput(values) }
  const result = await submit(args, updateBadge, input)
  if (!result.ok) return rejectForm(badgeLookForm, values, result)
  return redirect(adminBadgesPath)
}

export default function EditBadge({ loaderData: { badge }, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const form = useContractForm(badgeLookForm, actionData)
  const title = t('admin_badges.edit_badge', { name: badge.name })
  return (
    <>
      <PageMeta title={title} noIndex />
      <Breadcrumb
        label={t('admin_badges.path')}
        items={[{ label: t('badge.title'), href: adminBadgesPath }, { label: title }]}
      />
      <PageHead title={title} />
      <p className="mt-1 mb-6 max-w-measure text-md leading-body text-ink-2">
        {t('admin_badges.edit_about')}
      </p>
      <FormBox form={form} className="grid max-w-[34rem] gap-8">
        <UnsavedChanges saved={undefined} />
        <BadgeLookFields form={form} badge={badge} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" loading={form.isSubmitting}>
            {t('admin_badges.save')}
          </Button>
          <ButtonLink href={adminBadgesPath} variant="ghost">
            {t('admin_badges.cancel')}
          </ButtonLink>
        </div>
      </FormBox>
    </>
  )
}
