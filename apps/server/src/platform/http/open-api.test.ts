import { endpoints } from '@stoa/contract/endpoints'
import { openApiDocument } from '@stoa/contract/openapi'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../test/site.ts'
import { version } from '../../kernel/release.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())

it('GET /answer/api/openapi.json returns the whole document, also to concurrent requests', async () => {
  const request = () => site.app.inject('/answer/api/openapi.json')
  const responses = await Promise.all([request(), request()])
  const whole = openApiDocument(endpoints, { title: 'Stoa', version })
  for (const response of responses)
    expect(response.json()).toEqual(JSON.parse(JSON.stringify(whole)))
})
