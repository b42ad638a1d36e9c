import { generateServiceProviderMetadata } from '@node-saml/node-saml'
import { html, type Kit, type PageContent } from '@stoa/plugin-kit/server'
import { randomBytes } from 'node:crypto'
import { callbackPath, readSettings } from './settings.ts'

/** What the provider has to know about the site. Nothing of it is secret. */
export function createPage(kit: Kit): PageContent {
  const { spEntityId, privateKey, certificate } = readSettings(kit.settings, kit.site.url)
  const callbackUrl = `${kit.site.url}${callbackPath}`
  const signing = { privateKey, publicCerts: certificate }
  const metadata = generateServiceProviderMetadata({
    issuer: spEntityId,
    callbackUrl,
    identifierFormat: null,
    wantAssertionsSigned: true,
    generateUniqueId: newId,
    ...(privateKey === '' ? {} : signing),
  })
  const content = html`<p>Enter these values at your identity provider, or upload the metadata.</p>
    <table>
      <tbody>
        <tr>
          <th>Entity ID</th>
          <td><code>${spEntityId}</code></td>
        </tr>
        <tr>
          <th>Assertion consumer service (HTTP-POST)</th>
          <td><code>${callbackUrl}</code></td>
        </tr>
      </tbody>
    </table>
    <h2>Metadata</h2>
    <pre><code>${metadata}</code></pre>`
  return { title: 'SAML', html: String(content) }
}

/** XML requires a letter or an underscore at the beginning. */
export function newId(): string {
  return `_${randomBytes(20).toString('hex')}`
}
