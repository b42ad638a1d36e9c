import { useEffect } from 'react'
import { useFetcher, useLocation, useNavigate } from 'react-router'
import {
  changeEmailPath,
  changeEmailPathFrom,
  inactivePath,
  inactivePathFrom,
} from '../../../kernel/paths.ts'
import type { FormProblem } from '../../../kernel/rejections.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { isActivated } from '../../../kernel/visit.ts'
import { Banner } from '../../../ui/banner.tsx'
import { TextButton, TextButtonLink } from '../../../ui/text-button.tsx'
import { EmailAddress } from './email-address.tsx'

// These say it themselves.
const ownPaths = [inactivePath, changeEmailPath, '/users/confirm-new-email']

type ResendResult = { isSent?: boolean; problem?: FormProblem }

/** Reminds users on every page that their account is not activated yet. */
export function ActivationNotice() {
  const t = useTranslate()
  const { viewer } = useVisit()
  const { pathname, search } = useLocation()
  const { Form, data, state } = useFetcher<ResendResult>()
  const navigate = useNavigate()
  const needsCaptcha = data?.problem?.fields['captcha_code'] !== undefined
  const resendPath = inactivePathFrom(pathname + search)
  useEffect(() => {
    if (needsCaptcha) void navigate(resendPath)
  }, [needsCaptcha, resendPath, navigate])
  if (viewer === null || isActivated(viewer) || ownPaths.includes(pathname)) return null
  const problem = data?.problem?.message?.text
  const key = data?.isSent === true ? 'activation.notice_sent' : 'activation.notice'
  return (
    <Banner
      tone="warn"
      end={
        <Form method="post" action={resendPath} className="-ms-2 flex flex-wrap">
          <TextButton type="submit" aria-busy={state !== 'idle'}>
            {t('activation.notice_send')}
          </TextButton>
          <TextButtonLink href={changeEmailPathFrom(pathname + search)}>
            {t('activation.notice_change')}
          </TextButtonLink>
        </Form>
      }
    >
      {problem ??
        t.rich<React.ReactNode>(key, {
          email: <EmailAddress key="email">{viewer.e_mail}</EmailAddress>,
        })}
    </Banner>
  )
}
