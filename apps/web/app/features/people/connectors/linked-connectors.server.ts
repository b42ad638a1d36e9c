import {
  listLinkedConnectors,
  unlinkConnector,
  type LinkedConnector,
} from '@stoa/contract/features/connectors'
import { redirect, type ActionFunctionArgs } from 'react-router'
import { apiFrom, submit } from '../../../kernel/api.server.ts'
import type { LoadContext } from '../../../kernel/context.server.ts'
import { readFormValues } from '../../../kernel/form.server.ts'
import { accountPath } from '../auth/email-section.tsx'
import { serviceForm } from './connector-forms.ts'
import { connectedPath, connectParameter } from './connector-links.ts'
import { showServiceForm, submitCredentials } from './service-login.server.ts'

type Args = ActionFunctionArgs & { context: LoadContext }

/** Handles the forms of the section; null if the form is another one. */
export async function changeConnectors(args: Args, form: FormData) {
  const intent = form.get('intent')
  if (intent !== 'service' && intent !== 'disconnect') return null
  const services = await apiFrom(args).call(listLinkedConnectors, {})
  if (intent === 'disconnect') return disconnect(args, find(services, form.get('service')))
  const service = find(services, args.url.searchParams.get(connectParameter))
  return service === undefined ? { service: {} } : connect(args, service, form)
}

const find = (services: readonly LinkedConnector[], slug: unknown) =>
  services.find(({ slug_name }) => slug_name === slug)

async function connect(args: Args, service: LinkedConnector, form: FormData) {
  const values = readFormValues(form, serviceForm)
  const login = { values, intent: 'link', target: accountPath } as const
  const result = await submitCredentials(args, service, login)
  if (result.ok) throw redirect(connectedPath(service.slug_name))
  const { data: rejected } = await showServiceForm(args, values, result)
  return { service: { rejected } }
}

async function disconnect(args: Args, service: LinkedConnector | undefined) {
  // Disconnected in another tab.
  if (service === undefined || !service.binding) return { service: { disconnected: '' } }
  const { external_id, slug_name: plugin_slug_name, name } = service
  const result = await submit(args, unlinkConnector, { external_id, plugin_slug_name })
  if (result.ok) return { service: { disconnected: name } }
  const isLastWay = result.envelope.reason === 'error.connector.last_sign_in'
  return { service: { problem: result.envelope.msg, isLastWay } }
}
