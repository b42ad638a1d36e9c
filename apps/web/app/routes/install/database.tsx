import { checkDatabase, initDatabase } from '@stoa/contract/features/install'
import { redirect } from 'react-router'
import { ConfigByHand } from '../../features/install/config-by-hand.tsx'
import { DatabaseFields } from '../../features/install/database-fields.tsx'
import { databaseForm, type DatabaseField } from '../../features/install/install-forms.ts'
import { InstallPage } from '../../features/install/install-page.tsx'
import {
  configPath,
  installHeaders,
  sitePath,
  stateFor,
} from '../../features/install/install-state.server.ts'
import { installPath } from '../../kernel/addresses.ts'
import { submit } from '../../kernel/api.server.ts'
import { formAgain, readForm } from '../../kernel/form.server.ts'
import { FormBox, useContractForm, type Refused } from '../../kernel/form.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/database.ts'

export const headers = installHeaders

export async function loader(args: Route.LoaderArgs) {
  const state = await stateFor(args, 'no database')
  return { folder: state.default_db_file, file: state.config_file }
}

export async function action(args: Route.ActionArgs) {
  const isCheck = (await args.request.clone().formData()).get('intent') === 'check'
  const values = await readForm(args.request, databaseForm)
  const input = databaseForm.toInput(values)
  if (isCheck) {
    const checked = await submit(args, checkDatabase, input)
    return checked.ok
      ? { is: 'checked' as const, values }
      : formAgain(databaseForm, values, checked)
  }
  const started = await submit(args, initDatabase, input)
  if (started.ok) return redirect(configPath)
  if (started.envelope.reason === 'error.install.configured') return redirect(sitePath)
  const text = textOf(started.envelope.data)
  return text === null
    ? formAgain(databaseForm, values, started)
    : { is: 'unwritten' as const, text, values }
}

function textOf(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('default_config' in data)) return null
  return String(data.default_config)
}

export default function InstallDatabase({ actionData, loaderData }: Route.ComponentProps) {
  const { file, folder } = loaderData
  if (actionData === undefined || !('is' in actionData))
    return <DatabaseForm folder={folder} refused={actionData} />
  const { values } = actionData
  if (actionData.is === 'unwritten')
    return <ConfigByHand file={file} text={actionData.text} values={values} />
  return <DatabaseForm folder={folder} refused={{ problem: noProblem, values }} works />
}

const noProblem = { fields: {}, message: null }

type DatabaseFormProps = { folder: string; refused: Refused<DatabaseField>; works?: boolean }

function DatabaseForm({ folder, refused, works = false }: DatabaseFormProps) {
  const t = useTranslate()
  const form = useContractForm(databaseForm, refused)
  return (
    <InstallPage step="database" title={t('install.database.title')}>
      <FormBox form={form} className="grid gap-6">
        {works && (
          <Notice tone="ok" live>
            {t('install.database.works')}
          </Notice>
        )}
        <DatabaseFields form={form} folder={folder} />
        <div className="flex flex-wrap gap-2">
          {/* First in the form: the Enter key goes on. */}
          <Button type="submit" variant="primary" size="lg" loading={form.isSending}>
            {t('install.next')}
          </Button>
          <Button type="submit" size="lg" name="intent" value="check">
            {t('install.database.check')}
          </Button>
          <ButtonLink href={installPath} variant="ghost" size="lg">
            {t('install.back')}
          </ButtonLink>
        </div>
      </FormBox>
    </InstallPage>
  )
}
