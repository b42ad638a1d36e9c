import { gzipSync } from 'node:zlib'
import {
  type aSamlProvider,
  encode,
  newId,
  type readRequest,
  type Response,
  sha1,
} from './saml-provider.ts'

type Provider = ReturnType<typeof aSamlProvider>
type Request = ReturnType<typeof readRequest>
type Attack = {
  name: string
  /** Why it is rejected, in the log of the plugin. */
  reason: RegExp
  /** The value of SAMLResponse. */
  respond(provider: Provider, request: Request): string
}

const victim = 'grace-1'
const both: Response['signs'] = ['assertion', 'response']

/** A response with changes that the provider signs. */
function signed(
  name: string,
  reason: RegExp,
  changes: Partial<Response> | ((provider: Provider, request: Request) => Partial<Response>),
): Attack {
  return {
    name,
    reason,
    respond(provider, request) {
      const list = typeof changes === 'function' ? changes(provider, request) : changes
      return encode(provider.respond(request, list))
    },
  }
}

/** Changes of the XML after it was signed. */
function edited(
  name: string,
  reason: RegExp,
  edit: (xml: string) => string,
  signs: Response['signs'] = ['assertion'],
): Attack {
  return {
    name: `${name} (${signs.join(' and ')} signed)`,
    reason,
    respond: (provider, request) => encode(edit(provider.respond(request, { signs }))),
  }
}

const assertionOf = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? ''
const signatureOf = (xml: string) => /<ds:Signature[\s\S]*?<\/ds:Signature>/.exec(xml)?.[0] ?? ''
const withoutSignature = (xml: string) => xml.replace(signatureOf(xml), '')
const forge = (xml: string) => xml.replace('ada-7', victim)
const renamed = (xml: string) => xml.replace(/ ID="[^"]*"/, ` ID="${newId()}"`)
const inSignature = (xml: string, content: string) =>
  xml.replace('</ds:Signature>', `<ds:Object>${content}</ds:Object></ds:Signature>`)
/** Without the signature of its assertion. */
const bareAssertion = (xml: string) => withoutSignature(assertionOf(xml))
const forgedAssertion = (xml: string) => renamed(forge(bareAssertion(xml)))

const wrapping: Attack[] = [
  edited(
    'wrapping 1: the signed response in the signature of a forged one',
    /number of assertions/,
    (xml) => {
      const original = withoutSignature(xml)
      return inSignature(renamed(forge(xml)), original)
    },
    both,
  ),
  edited(
    'wrapping 2: the signed response before the signature of a forged one',
    /number of assertions/,
    (xml) => {
      const signature = signatureOf(xml)
      return renamed(forge(xml)).replace(signature, withoutSignature(xml) + signature)
    },
    both,
  ),
  ...[both, ['assertion'] as Response['signs']].flatMap((signs) => [
    edited(
      'wrapping 3: a forged assertion before the signed one',
      /number of assertions/,
      (xml) => xml.replace('<saml:Assertion', `${forgedAssertion(xml)}<saml:Assertion`),
      signs,
    ),
    edited(
      'wrapping 4: the signed assertion in a forged one',
      /number of assertions/,
      (xml) =>
        xml.replace(
          assertionOf(xml),
          forgedAssertion(xml).replace('</saml:Assertion>', `${assertionOf(xml)}</saml:Assertion>`),
        ),
      signs,
    ),
    edited(
      'wrapping 5: a forged assertion with the signature of the original after it',
      /number of assertions/,
      (xml) => xml.replace(assertionOf(xml), renamed(forge(assertionOf(xml))) + bareAssertion(xml)),
      signs,
    ),
    edited(
      'wrapping 6: the original in the signature of a forged assertion',
      /number of assertions/,
      (xml) =>
        xml.replace(
          assertionOf(xml),
          inSignature(renamed(forge(assertionOf(xml))), bareAssertion(xml)),
        ),
      signs,
    ),
    edited(
      'wrapping 7: a forged assertion in extensions',
      /number of assertions/,
      (xml) =>
        xml.replace(
          '<samlp:Status>',
          `<samlp:Extensions>${forgedAssertion(xml)}</samlp:Extensions><samlp:Status>`,
        ),
      signs,
    ),
    edited(
      'wrapping 8: the original in an object of a forged assertion',
      /number of assertions/,
      (xml) =>
        xml.replace(assertionOf(xml), inSignature(forge(assertionOf(xml)), bareAssertion(xml))),
      signs,
    ),
  ]),
  edited('wrapping in an assertion of another namespace', /not in its place/, (xml) =>
    xml
      .replace('<saml:Assertion xmlns:saml=', '<evil:Assertion xmlns:evil="urn:x" xmlns:saml=')
      .replace('</saml:Assertion>', '</evil:Assertion>'),
  ),
  edited(
    'a signature that is not a child of what it signs',
    /signature is not in its place/,
    (xml) =>
      xml
        .replace(signatureOf(xml), '')
        .replace('<saml:Subject>', `<saml:Subject>${signatureOf(xml)}`),
  ),
  edited('two signatures of one assertion', /signature is not in its place/, (xml) =>
    xml.replace(signatureOf(xml), signatureOf(xml).repeat(2)),
  ),
  edited('two responses', /number of assertions/, (xml) =>
    xml.replace('</samlp:Response>', `${xml}</samlp:Response>`),
  ),
]

const signatures: Attack[] = [
  signed('no signature', /assertion is not signed/, { signs: [] }),
  signed('a signed response with an unsigned assertion', /assertion is not signed/, {
    signs: ['response'],
  }),
  edited('the signature of the assertion removed', /assertion is not signed/, withoutSignature),
  edited('another user', /Invalid signature/, forge),
  edited('another user', /Invalid document signature/, forge, both),
  edited(
    'another status in a signed response',
    /Invalid document signature/,
    (xml) => xml.replace('<samlp:Status>', '<samlp:Status><samlp:StatusMessage/>'),
    both,
  ),
  edited('an empty signature', /XML|signature|algorithm|Reference/i, (xml) =>
    xml.replace(signatureOf(xml), '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>'),
  ),
  edited('an empty signature value', /Invalid signature|signature/, (xml) =>
    xml.replace(/(<ds:SignatureValue>)[^<]*/, '$1'),
  ),
  edited('a changed digest', /Invalid signature/, (xml) =>
    xml.replace(/(<ds:DigestValue>)[^<]*/, `$1${'A'.repeat(43)}=`),
  ),
  signed('a signature with another key', /Invalid signature/, ({ otherKeys }) => ({
    keys: otherKeys,
  })),
  signed(
    'a signature of the response with another key',
    /Invalid document|Invalid sig/,
    (provider) => ({
      keys: provider.otherKeys,
      signs: both,
    }),
  ),
  signed('a signature with SHA-1', /algorithm .*rsa-sha1 is not allowed/, {
    algorithms: { ...sha1, canonicalization: 'http://www.w3.org/2001/10/xml-exc-c14n#' },
  }),
  signed('a digest with SHA-1', /algorithm .*#sha1 is not allowed/, {
    algorithms: {
      signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      digest: sha1.digest,
      canonicalization: 'http://www.w3.org/2001/10/xml-exc-c14n#',
    },
  }),
  signed('canonicalization with comments', /WithComments is not allowed/, {
    algorithms: {
      signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
      canonicalization: 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
    },
  }),
  edited('the certificate as a secret of HMAC', /hmac-sha1 is not allowed/, (xml) =>
    xml.replace(
      /(SignatureMethod Algorithm=")[^"]*/,
      '$1http://www.w3.org/2000/09/xmldsig#hmac-sha1',
    ),
  ),
  edited('a transform with XSLT', /is not allowed/, (xml) =>
    xml.replace(/(Transform Algorithm=")[^"]*/, '$1http://www.w3.org/TR/1999/REC-xslt-19991116'),
  ),
]

const conditions: Attack[] = [
  signed('another audience', /audience mismatch/i, { audience: 'https://other.example/saml' }),
  signed('no audience', /audience/i, {
    assertion: (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''),
  }),
  signed('no conditions', /AudienceRestriction|Conditions/, {
    assertion: (xml) => xml.replace(/<saml:Conditions.*<\/saml:Conditions>/, ''),
  }),
  signed('another recipient', /not confirmed/, { recipient: 'https://other.example/acs' }),
  signed('no recipient', /not confirmed/, { recipient: '' }),
  signed('another destination', /is for https:\/\/other/, {
    destination: 'https://other.example/acs',
  }),
  signed('another issuer of the response', /issuer of the response/, {
    issuer: 'https://other.example',
  }),
  signed('another issuer of the assertion', /issuer of the assertion/, {
    assertionIssuer: 'https://other.example',
  }),
  signed('no issuer of the assertion', /issuer of the assertion is/, {
    assertion: (xml) => xml.replace(/<saml:Issuer>[^<]*<\/saml:Issuer>/, '<saml:Issuer/>'),
  }),
  signed('expired', /expired/, { notOnOrAfter: -120 }),
  signed('an expired confirmation', /confirm/, { subjectNotOnOrAfter: -120 }),
  signed('no end', /NotOnOrAfter/, {
    assertion: (xml) => xml.replaceAll(/ NotOnOrAfter="[^"]*"/g, ''),
  }),
  signed('not yet valid', /not yet valid/, { notBefore: 120 }),
  signed('of another request', /not for this login/, { inResponseTo: newId() }),
  signed('of no request', /not for this login/, { inResponseTo: '' }),
  signed('unsolicited', /not for this login/, { inResponseTo: '', subjectInResponseTo: '' }),
  signed('an assertion of another request', /InResponseTo/, { subjectInResponseTo: newId() }),
  signed('an assertion of no request', /not confirmed/, { subjectInResponseTo: '' }),
  signed('another method of confirmation', /not confirmed/, {
    method: 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches',
  }),
  signed('no confirmation', /confirm/, {
    assertion: (xml) => xml.replace(/<saml:SubjectConfirmation.*<\/saml:SubjectConfirmation>/, ''),
  }),
  signed('no statement of a login', /has logged in/, {
    assertion: (xml) => xml.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, ''),
  }),
  signed('two assertions', /number of assertions/, {
    assertion: (xml) => xml + renamed(forge(xml)),
    signs: ['response'],
  }),
  signed('no assertion', /number of assertions/, { assertion: () => '', signs: ['response'] }),
  signed('a transient NameID', /transient/, {
    nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  }),
  signed('no NameID', /no NameID/, { nameId: '' }),
  signed('two NameIDs', /more than one NameID/, {
    assertion: (xml) => xml.replace('<saml:NameID', '<saml:NameID>x</saml:NameID><saml:NameID'),
  }),
]

const doctype = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
const bomb = Array.from({ length: 9 }, (_, at) => {
  const name = String.fromCodePoint(98 + at)
  return `<!ENTITY ${name} "${`&${String.fromCodePoint(97 + at)};`.repeat(10)}">`
}).join('')

const documents: Attack[] = [
  edited('a comment in the NameID', /comment/, (xml) => xml.replace('ada-7', 'ada<!---->-7')),
  signed('a comment in the NameID that the provider signed', /comment/, {
    nameId: `${victim}<!---->.evil`,
  }),
  edited('an instruction in the NameID', /instruction/, (xml) =>
    xml.replace('ada-7', 'ada<?x?>-7'),
  ),
  edited('a part of the NameID in CDATA', /comment/, (xml) =>
    xml.replace('ada-7', '<![CDATA[ada]]>-7'),
  ),
  edited('a document type', /document type/, (xml) => `<!DOCTYPE x>${xml}`),
  edited('an external entity', /document type/, (xml) =>
    `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${xml}`.replace('ada-7', '&a;'),
  ),
  edited('entities that expand to gigabytes', /document type/, (xml) =>
    `${doctype}${bomb}]>${xml}`.replace('ada-7', '&j;'),
  ),
  edited('an entity that does not exist', /XML is not valid/, (xml) =>
    xml.replace('ada-7', '&ada;'),
  ),
  edited('an attribute without quotes', /XML is not valid/, (xml) =>
    xml.replace('Version="2.0"', 'Version=2.0'),
  ),
  edited('an attribute twice', /XML is not valid/, (xml) =>
    xml.replace('Version="2.0"', 'Version="2.0" Version="2.0"'),
  ),
  edited('an element that does not end', /XML is not valid|Response/, (xml) =>
    xml.replace('</samlp:Response>', ''),
  ),
  edited('text after the end', /./, (xml) => `${xml}<x/>`),
  edited('an encrypted assertion beside it', /number|encrypted/, (xml) =>
    xml.replace('<saml:Assertion', `${forgedAssertion(xml)}<saml:Assertion`),
  ),
  raw('nothing', /Base64/, ''),
  raw('something else than Base64', /Base64/, '<samlp:Response/>'),
  raw('bytes that are not text', /valid/, Buffer.from([0xff, 0xfe, 0x3c]).toString('base64')),
  raw('a compressed response', /valid/, gzipSync('<samlp:Response/>').toString('base64')),
  raw('something else than XML', /XML|undefined|null/i, encode('x')),
  raw('another document', /not a SAML response/, encode('<html></html>')),
  raw('a logout response', /not a SAML response/, encode('<LogoutResponse/>')),
  raw('a huge response', /too large/, encode('x'.repeat(2_000_000))),
  raw('very many elements', /too many elements/, encode(`<a>${'<b/>'.repeat(35_000)}</a>`)),
  raw('very many attributes', /too many elements/, encode(`<a ${attributes(10_000)}></a>`)),
  raw('very deep elements', /too deeply/, encode('<a>'.repeat(900) + '</a>'.repeat(900))),
  raw(
    'very many namespaces',
    /not a SAML response/,
    encode(`<a>${'<b xmlns:c="d"/>'.repeat(900)}</a>`),
  ),
  raw('very many openings', /not valid/, encode('<'.repeat(140_000))),
  raw('very many quotes', /not valid/, encode(`<a ${'"'.repeat(140_000)}`)),
]

function attributes(count: number): string {
  return Array.from({ length: count }, (_, at) => `a${at}="1"`).join(' ')
}

function raw(name: string, reason: RegExp, value: string): Attack {
  return { name, reason, respond: () => value }
}

export const attacks: Attack[] = [...signatures, ...wrapping, ...conditions, ...documents]
