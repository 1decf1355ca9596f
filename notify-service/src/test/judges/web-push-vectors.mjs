// Makes src/test/resources/provider/http-ece.json with npm's http_ece, the judge of what we encrypt
// for browsers. Keys, salts and texts follow from their number, so that it makes the same file again:
//
//   cd "$(mktemp -d)" && npm install http_ece@1.2.1
//   node …/notify-service/src/test/judges/web-push-vectors.mjs > http-ece.json
import crypto from 'node:crypto';
import { createRequire } from 'node:module';

const require = createRequire(process.cwd() + '/');
const ece = require('http_ece');

const from = (what, n) => crypto.createHash('sha256').update(`${what} ${n}`).digest();
const key = (what, n) => {
  const pair = crypto.createECDH('prime256v1');
  pair.setPrivateKey(from(what, n));
  return pair;
};
const text = (length) =>
  Buffer.from(Array.from({ length }, (_, i) => from('text', i >> 5)[i & 31]));
const url = (bytes) => Buffer.from(bytes).toString('base64url');

const vectors = [1, 2, 41, 255, 1000, 3992, 3993].map((length, n) => {
  const browser = key('browser', n);
  const ours = key('ours', n);
  const auth = from('auth', n).subarray(0, 16);
  const salt = from('salt', n).subarray(0, 16);
  const plaintext = text(length);
  const message = ece.encrypt(plaintext, {
    version: 'aes128gcm',
    rs: 4096,
    salt,
    dh: browser.getPublicKey(),
    privateKey: ours,
    authSecret: auth,
  });
  const back = ece.decrypt(message, { version: 'aes128gcm', privateKey: browser, authSecret: auth });
  if (!back.equals(plaintext)) throw new Error('http_ece cannot read itself');
  return {
    browser: url(browser.getPublicKey()),
    our_private: url(from('ours', n)),
    our_public: url(ours.getPublicKey()),
    auth: url(auth),
    salt: url(salt),
    plaintext: url(plaintext),
    message: url(message),
  };
});
console.log(JSON.stringify(vectors, null, 1));
