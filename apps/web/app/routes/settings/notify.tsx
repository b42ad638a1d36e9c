import {
  getNotificationConfig,
  updateNotificationConfig,
} from '@stoa/contract/features/profile-settings'
import { notifyForm } from '../../features/community/profiles/settings-forms.ts'
import { apiFrom, submit } from '../../kernel/api.server.ts'
import { rejectForm, readForm, respondSaved } from '../../kernel/form.server.ts'
import { FormBox, toRejectedForm, useContractForm } from '../../kernel/form.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { SavedMessage, useSaved } from '../../kernel/saved-message.tsx'
import { UnsavedChanges } from '../../kernel/unsaved-changes.tsx'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { PageHead } from '../../ui/section.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { Route } from './+types/notify.ts'

export const loader = (args: Route.LoaderArgs) => apiFrom(args).call(getNotificationConfig, {})

export async function action(args: Route.ActionArgs) {
  const values = await readForm(args.request, notifyForm)
  const result = await submit(args, updateNotificationConfig, notifyForm.toInput(values))
  return result.ok ? respondSaved(args, {}) : rejectForm(notifyForm, values, result)
}

const kinds = ['inbox', 'all_new_question', 'all_new_question_for_following_tags'] as const

export default function NotifySettings({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const { viewer } = useVisit()
  const saved = useSaved(actionData)
  const form = useContractForm(notifyForm, toRejectedForm(actionData))
  return (
    <>
      <PageMeta title={t('settings.notify')} noIndex />
      <PageHead title={t('settings.notify')} />
      <FormBox form={form} className="mt-4 grid max-w-[34rem] gap-6">
        <SavedMessage saved={saved} />
        <UnsavedChanges saved={saved} />
        <p className="text-md text-ink-2">
          {t.rich<React.ReactNode>('notify.intro', {
            email: (
              <b key="email" dir="ltr">
                {viewer?.e_mail}
              </b>
            ),
          })}
        </p>
        {kinds.map((kind) => (
          <Switch
            key={kind}
            name={kind}
            label={t(`notify.${kind}`)}
            hint={t(`notify.${kind}_hint`)}
            defaultChecked={loaderData[kind].enable}
          />
        ))}
        <div>
          <Button type="submit" variant="primary" loading={form.isSubmitting}>
            {t('form.save')}
          </Button>
        </div>
      </FormBox>
    </>
  )
}
