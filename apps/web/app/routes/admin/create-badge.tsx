import { countedDeeds, countedUpvotes, createBadge } from '@stoa/contract/features/badges'
import { redirect } from 'react-router'
import { BadgeLookFields } from '../../features/community/badges/admin-badge-fields.tsx'
import { adminBadgesPath as path } from '../../features/community/badges/badge-path.ts'
import {
  type BadgeField,
  defineBadgeForm,
} from '../../features/community/badges/define-badge-form.ts'
import { submit } from '../../kernel/api.server.ts'
import { FormBox, FormField, useContractForm } from '../../kernel/form.tsx'
import { readForm, rejectForm } from '../../kernel/form.server.ts'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { UnsavedChanges } from '../../kernel/unsaved-changes.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { PageHead, Section } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { Route } from './+types/create-badge.ts'

export async function action(args: Route.ActionArgs) {
  const values = await readForm(args.request, defineBadgeForm)
  const result = await submit(args, createBadge, defineBadgeForm.toInput(values))
  if (!result.ok) return rejectForm(defineBadgeForm, values, result)
  return redirect(path)
}

export default function CreateBadge({ actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const form = useContractForm<BadgeField>(defineBadgeForm, actionData)
  const text = (
    name: 'amount' | 'tag' | 'within_days',
    rest: { type?: 'number'; initial?: string; optional?: boolean } = {},
  ) => (
    <FormField
      form={form}
      name={name}
      label={t(`admin_badges.field.${name}`)}
      hint={t(`admin_badges.hint.${name}`)}
      optional={rest.optional ?? false}
    >
      {({ defaultValue = rest.initial, ...control }) => (
        <TextInput {...control} type={rest.type ?? 'text'} defaultValue={defaultValue} />
      )}
    </FormField>
  )
  return (
    <>
      <PageMeta title={t('admin_badges.create')} noIndex />
      <Breadcrumb
        label={t('admin_badges.path')}
        items={[{ label: t('badge.title'), href: path }, { label: t('admin_badges.create') }]}
      />
      <PageHead title={t('admin_badges.create')} />
      <p className="mt-1 mb-6 max-w-measure text-md leading-body text-ink-2">
        {t('admin_badges.about')}
      </p>
      <FormBox form={form} className="grid max-w-[34rem] gap-8">
        <UnsavedChanges saved={undefined} />
        <Section title={t('admin_badges.look')}>
          <BadgeLookFields form={form} badge={null} />
        </Section>
        <Section title={t('admin_badges.earned_by')}>
          <div className="grid gap-6 pt-2">
            <FormField form={form} name="condition" label={t('admin_badges.field.condition')}>
              {({ defaultValue = countedDeeds[0], ...control }) => (
                <Select
                  {...control}
                  defaultValue={defaultValue}
                  options={[...countedDeeds, ...countedUpvotes].map((condition) => ({
                    value: condition,
                    label: t(`admin_badges.condition.${condition}`),
                  }))}
                />
              )}
            </FormField>
            {text('amount', { type: 'number', initial: '10' })}
            {text('tag', { optional: true })}
            {text('within_days', { type: 'number', initial: '0', optional: true })}
            <RadioGroup
              legend={t('admin_badges.field.repeats')}
              name="repeats"
              defaultValue={form.control('repeats').defaultValue ?? 'user'}
              options={(['user', 'post'] as const).map((value) => ({
                value,
                label: t(`admin_badges.repeats.${value}`),
              }))}
            />
          </div>
        </Section>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" loading={form.isSubmitting}>
            {t('admin_badges.create_submit')}
          </Button>
          <ButtonLink href={path} variant="ghost">
            {t('admin_badges.cancel')}
          </ButtonLink>
        </div>
      </FormBox>
    </>
  )
}
