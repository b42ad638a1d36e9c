import { getNotificationConfig, updateNotificationConfig } from '@stoa/contract/features/profile'
import { notifyForm } from '../../features/profile/settings-forms.ts'
import { apiFrom, submit } from '../../kernel/api.server.ts'
import { FormBox, refusedOf, useContractForm } from '../../kernel/form.tsx'
import { formAgain, readForm } from '../../kernel/form.server.ts'
import { PageTitle } from '../../kernel/page-title.tsx'
import { SavedMessage, useSaved } from '../../kernel/saved-message.tsx'
import { savedReply } from '../../kernel/saved.server.ts'
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
  return result.ok ? savedReply(args, {}) : formAgain(notifyForm, values, result)
}

const kinds = ['inbox', 'all_new_question', 'all_new_question_for_following_tags'] as const

export default function NotifySettings({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const { viewer } = useVisit()
  const saved = useSaved(actionData)
  const form = useContractForm(notifyForm, refusedOf(actionData))
  return (
    <>
      <PageTitle title={t('settings.notify')} hidden />
      <PageHead title={t('settings.notify')} />
      <FormBox form={form} className="mt-4 grid max-w-[34rem] gap-6">
        <SavedMessage saved={saved} />
        <UnsavedChanges saved={saved} />
        <p className="text-md text-ink-2">
          {t.rich<React.ReactNode>('notify.intro', {
            address: (
              <b key="address" dir="ltr">
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
          <Button type="submit" variant="primary" loading={form.isSending}>
            {t('form.save')}
          </Button>
        </div>
      </FormBox>
    </>
  )
}
