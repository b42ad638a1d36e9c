import {
  listFollowedTags,
  listFollowedUsers,
  listMutedQuestions,
} from '@stoa/contract/features/follows'
import { listIgnoredTags } from '@stoa/contract/features/ignored-tags'
import {
  choicePresets,
  getNotificationChoices,
  type NotificationChoices,
  type PresetName,
  resumeMails,
  updateNotificationChoices,
} from '@stoa/contract/features/mails'
import { Form } from 'react-router'
import { ChoiceTable } from '../../features/community/mails/choice-table.tsx'
import { choicesForm, noMails } from '../../features/community/mails/choices-form.ts'
import { FollowedUsers } from '../../features/content/follows/followed-users.tsx'
import { MutedQuestions } from '../../features/content/follows/muted-questions.tsx'
import { TagLevels } from '../../features/content/follows/tag-levels.tsx'
import { MailHours } from '../../features/community/mails/mail-hours.tsx'
import { PushSwitch } from '../../features/community/push/push-switch.tsx'
import { apiFrom, submit } from '../../kernel/api.server.ts'
import { readForm, rejectForm, respondSaved } from '../../kernel/form.server.ts'
import { FormBox, toRejectedForm, useContractForm } from '../../kernel/form.tsx'
import { useFormats } from '../../kernel/formats.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { SavedMessage, useSaved } from '../../kernel/saved-message.tsx'
import { UnsavedChanges } from '../../kernel/unsaved-changes.tsx'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/section.tsx'
import type { Route } from './+types/notify.ts'

export async function loader(args: Route.LoaderArgs) {
  const api = apiFrom(args)
  const [choices, mutedQuestions, followedUsers, followed, ignored] = await Promise.all([
    api.call(getNotificationChoices, {}),
    api.call(listMutedQuestions, {}),
    api.call(listFollowedUsers, {}),
    api.call(listFollowedTags, {}),
    api.call(listIgnoredTags, {}),
  ])
  return { ...choices, mutedQuestions, followedUsers, tags: { followed, ignored } }
}

export async function action(args: Route.ActionArgs) {
  const values = await readForm(args.request, choicesForm)
  const result =
    values.intent === 'resume'
      ? await submit(args, resumeMails, {})
      : await submit(args, updateNotificationChoices, choicesForm.toInput(values))
  return result.ok ? respondSaved(args, {}) : rejectForm(choicesForm, values, result)
}

export default function NotifySettings({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const { viewer } = useVisit()
  const saved = useSaved(actionData)
  const form = useContractForm(choicesForm, toRejectedForm(actionData))
  const { kinds, muted, push, mutedQuestions, followedUsers, tags } = loaderData
  const chosen = JSON.stringify([kinds, muted, push])
  const email = (
    <b key="email" dir="ltr">
      {viewer?.e_mail}
    </b>
  )
  return (
    <>
      <PageMeta title={t('settings.notify')} noIndex />
      <PageHead title={t('settings.notify')} />
      <div className="mt-4 grid max-w-[52rem] gap-6">
        {loaderData.stopped !== null && <StoppedNotice stopped={loaderData.stopped} />}
        <FormBox form={form} className="grid gap-6">
          <SavedMessage saved={saved} />
          <UnsavedChanges key={chosen} saved={saved} />
          <p className="text-md text-ink-2">
            {t.rich<React.ReactNode>('notify.intro', { email })}{' '}
            {t('notify.time_zone', { zone: loaderData.time_zone.replaceAll('_', ' ') })}
          </p>
          <Presets />
          <ChoiceTable key={chosen} choices={loaderData} />
          <p className="text-sm text-ink-3">{t('notify.muted_hint')}</p>
          <MailHours settings={loaderData} />
          <div>
            <Button type="submit" variant="primary" loading={form.isSubmitting}>
              {t('form.save')}
            </Button>
          </div>
        </FormBox>
        <PushSwitch />
        <TagLevels {...tags} />
        <FollowedUsers users={followedUsers} />
        <MutedQuestions questions={mutedQuestions} />
      </div>
    </>
  )
}

const presets = [...(Object.keys(choicePresets) as PresetName[]), noMails] as const

/** Saves at once, so that it works without scripts. */
function Presets() {
  const t = useTranslate()
  return (
    <fieldset>
      <legend className="mb-1.5 text-md font-semibold">{t('notify.presets')}</legend>
      <div className="flex flex-wrap gap-2">
        {presets.map((preset) => (
          <Button key={preset} type="submit" size="sm" name="preset" value={preset}>
            {t(`notify.preset.${preset}`)}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

function StoppedNotice({ stopped }: { stopped: NonNullable<NotificationChoices['stopped']> }) {
  const t = useTranslate()
  const { viewer } = useVisit()
  const { dateTime } = useFormats()
  return (
    <Notice
      tone="warn"
      actions={
        <Form method="post" className="flex flex-wrap gap-2 ps-2">
          <Button type="submit" size="sm" name="intent" value="resume">
            {t('notify.resume')}
          </Button>
          <ButtonLink href="/users/settings/account" size="sm" variant="ghost">
            {t('notify.change_email')}
          </ButtonLink>
        </Form>
      }
    >
      {t(`notify.stopped.${stopped.cause}`, {
        email: viewer?.e_mail ?? '',
        time: dateTime(stopped.time),
      })}
    </Notice>
  )
}
