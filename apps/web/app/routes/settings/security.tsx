import { secondFactor } from '@stoa/contract/features/second-factor'
import { useEffect, useRef } from 'react'
import { AddPasskeyStep } from '../../features/people/auth/second-factor/add-passkey-step.tsx'
import { ConfirmAppStep } from '../../features/people/auth/second-factor/confirm-app-step.tsx'
import { canUsePasskeys } from '../../features/people/auth/second-factor/passkey-support.ts'
import {
  RemoveAppStep,
  RemovePasskeyStep,
  RenewCodesStep,
  StartAppStep,
} from '../../features/people/auth/second-factor/password-step.tsx'
import { RecoveryCodes } from '../../features/people/auth/second-factor/recovery-codes.tsx'
import { SecurityOverview } from '../../features/people/auth/second-factor/security-overview.tsx'
import { toDone, toStep } from '../../features/people/auth/second-factor/security-steps.ts'
import { changeSecurity } from '../../features/people/auth/second-factor/security.server.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import { hostContext } from '../../kernel/context.server.ts'
import { MAIN_ID } from '../../ui/shell/page.tsx'
import type { Route } from './+types/security.ts'

export async function loader(args: Route.LoaderArgs) {
  const query = new URL(args.request.url).searchParams
  const state = await apiFrom(args).call(secondFactor, {})
  return {
    state,
    step: toStep(query.get('step')),
    passkey: state.passkeys.find(({ id }) => id === query.get('id')) ?? null,
    done: toDone(query.get('done')),
    canUsePasskeys: canUsePasskeys(args.context.get(hostContext).site.general.site_url),
  }
}

export const action = (args: Route.ActionArgs) => changeSecurity(args)

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const isPastForm = actionData?.at === 'codes' || actionData?.at === 'confirm'
  useFocusOnStep(isPastForm ? actionData.at : loaderData.step)
  if (actionData?.at === 'codes') return <RecoveryCodes codes={actionData.codes} />
  if (actionData?.at === 'confirm') return <ConfirmAppStep {...actionData} />
  return <CurrentStep loaderData={loaderData} actionData={actionData} />
}

type CurrentStepProps = {
  loaderData: Route.ComponentProps['loaderData']
  actionData: Exclude<Route.ComponentProps['actionData'], { at: 'codes' | 'confirm' }>
}

function CurrentStep({ loaderData, actionData }: CurrentStepProps) {
  const { step, passkey } = loaderData
  const rejected = actionData?.at === 'form' ? actionData.rejected : undefined
  const request = actionData?.at === 'passkey' ? actionData.request : null
  if (step === 'app') return <StartAppStep rejected={rejected} />
  if (step === 'codes') return <RenewCodesStep rejected={rejected} />
  if (step === 'app-off') return <RemoveAppStep rejected={rejected} />
  if (step === 'passkey') return <AddPasskeyStep rejected={rejected} request={request} />
  if (step === 'passkey-off' && passkey !== null) {
    return <RemovePasskeyStep rejected={rejected} passkey={passkey} />
  }
  return <SecurityOverview {...loaderData} />
}

/** The URL does not change between steps, so the focus is moved here. */
function useFocusOnStep(step: string | null) {
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
  }, [step])
}
