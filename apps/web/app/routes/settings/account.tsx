import { currentUser } from '@stoa/contract/features/accounts'
import { listLinkedConnectors } from '@stoa/contract/features/connectors'
import { listSessions } from '@stoa/contract/features/sessions'
import { data } from 'react-router'
import { changeAccount } from '../../features/people/auth/account-settings.server.ts'
import { DeviceList } from '../../features/people/auth/device-list.tsx'
import { EmailSection } from '../../features/people/auth/email-section.tsx'
import { PasswordSection } from '../../features/people/auth/password-section.tsx'
import { changeConnectors } from '../../features/people/connectors/linked-connectors.server.ts'
import { LinkedConnectors } from '../../features/people/connectors/linked-connectors.tsx'
import { findSettingsUrls } from '../../features/people/user-center/find-agent.server.ts'
import { ManagedSettings } from '../../features/people/user-center/managed-settings.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead, Section } from '../../ui/section.tsx'
import type { Route } from './+types/account.ts'

export async function loader(args: Route.LoaderArgs) {
  const api = apiFrom(args)
  const [user, sessions, connectors, urls] = await Promise.all([
    api.call(currentUser, {}),
    api.call(listSessions, {}),
    api.call(listLinkedConnectors, {}),
    findSettingsUrls(args),
  ])
  if (user === null) throw data(null, { status: 401 })
  return {
    emailAddress: user.e_mail,
    hasPassword: user.have_password,
    sessions,
    connectors,
    managedUrl: urls.account,
    open: new URL(args.request.url).searchParams.get('change'),
  }
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  return (await changeConnectors(args, form)) ?? (await changeAccount(args, form))
}

function toResults(actionData: Route.ComponentProps['actionData']) {
  return {
    email: actionData !== undefined && 'email' in actionData ? actionData.email : undefined,
    password:
      actionData !== undefined && 'password' in actionData ? actionData.password : undefined,
    connection:
      actionData !== undefined && 'service' in actionData ? actionData.service : undefined,
    done: actionData !== undefined && 'done' in actionData ? actionData.done : null,
  }
}

export default function AccountSettings({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const { sessions, connectors } = loaderData
  const results = toResults(actionData)
  return (
    <>
      <PageMeta title={t('settings.account')} noIndex />
      <PageHead title={t('settings.account')} />
      <div className="mt-6 grid gap-10">
        <ManagedAccount {...loaderData} />
        <OwnAccount {...loaderData} {...results} />
        <LinkedConnectors connectors={connectors} result={results.connection} />
        <Devices sessions={sessions} done={results.done} />
      </div>
    </>
  )
}

type LoaderData = Route.ComponentProps['loaderData']
type Results = ReturnType<typeof toResults>

/** What the user center says about the account, if there is one. */
function ManagedAccount({ emailAddress, managedUrl }: LoaderData) {
  const t = useTranslate()
  const { userCenter } = useVisit().site
  if (userCenter === undefined || (!userCenter.ownsLogin && managedUrl === null)) return null
  const { name: service, ownsLogin } = userCenter
  const text = ownsLogin
    ? t('user_center.manages_account', { service, email: emailAddress })
    : t('user_center.has_account', { service })
  return (
    <Section title={t('user_center.account_title', { service })} size="sm">
      <ManagedSettings name={service} text={text} url={managedUrl} />
    </Section>
  )
}

/** Email and password, unless the user center manages them. */
function OwnAccount(props: LoaderData & Results) {
  const { emailAddress, hasPassword, open, email, password } = props
  if (useVisit().site.userCenter?.ownsLogin === true) return null
  return (
    <>
      <EmailSection
        email={emailAddress}
        hasPassword={hasPassword}
        isOpen={open === 'email'}
        sentTo={email !== undefined && 'sentTo' in email ? email.sentTo : null}
        rejected={email !== undefined && 'problem' in email ? email : undefined}
      />
      <PasswordSection
        hasPassword={hasPassword}
        isOpen={open === 'password'}
        isChanged={password !== undefined && 'isChanged' in password}
        rejected={password !== undefined && 'problem' in password ? password : undefined}
      />
    </>
  )
}

function Devices({ sessions, done }: Pick<LoaderData, 'sessions'> & Pick<Results, 'done'>) {
  const t = useTranslate()
  return (
    <Section title={t('account_settings.devices')} size="sm">
      {done !== null && (
        <div className="py-2">
          <Notice tone="ok" live>
            {done === 'others'
              ? t('account_settings.others_logged_out')
              : t('account_settings.device_logged_out')}
          </Notice>
        </div>
      )}
      <DeviceList sessions={sessions} />
    </Section>
  )
}
