-- Templates: every PUT makes a version; live_template names the published one.
CREATE TABLE template (
  key        text        NOT NULL,
  version    int         NOT NULL,
  category   text        NOT NULL,
  variables  jsonb       NOT NULL,
  content    jsonb       NOT NULL,
  created_by text        NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (key, version)
);
CREATE TABLE live_template (
  key      text        PRIMARY KEY,
  version  int         NOT NULL,
  previous int[]       NOT NULL DEFAULT '{}',
  at       timestamptz NOT NULL
);

-- People: where and when they want to be reached. Quiet hours are wall-clock times of their zone.
CREATE TABLE person (
  user_id     text PRIMARY KEY,
  email       text,
  phone       text,
  name        text,
  locale      text,
  zone        text,
  quiet_start time,
  quiet_end   time,
  updated_at  timestamptz NOT NULL
);
-- One no (or a later yes again) of a recipient; no row means yes.
CREATE TABLE consent (
  recipient text        NOT NULL,
  category  text        NOT NULL,
  channel   text        NOT NULL,
  allowed   boolean     NOT NULL,
  source    text        NOT NULL,
  at        timestamptz NOT NULL,
  PRIMARY KEY (recipient, category, channel)
);
CREATE TABLE suppression (
  channel text        NOT NULL,
  address text        NOT NULL,
  reason  text        NOT NULL,
  source  text        NOT NULL,
  at      timestamptz NOT NULL,
  PRIMARY KEY (channel, address)
);
CREATE TABLE device (
  token         text PRIMARY KEY,
  kind          text        NOT NULL,
  user_id       text        NOT NULL,
  address       text        NOT NULL,
  p256dh        text,
  auth          text,
  registered_at timestamptz NOT NULL
);
CREATE INDEX device_of_user ON device (user_id);
CREATE INDEX device_by_address ON device (address);

-- Lists that jobs are sent to; member is the recipient's key, so one person is in a topic once.
CREATE TABLE topic_member (
  topic  text NOT NULL,
  member text NOT NULL,
  locale text,
  zone   text,
  data   jsonb,
  PRIMARY KEY (topic, member)
);

-- Jobs: what was accepted. topic_no and cursor say how far the fan-out has come.
CREATE TABLE job (
  id          uuid PRIMARY KEY,
  caller      text        NOT NULL,
  template    text        NOT NULL,
  version     int         NOT NULL,
  category    text        NOT NULL,
  priority    smallint    NOT NULL,
  channels    text[]      NOT NULL,
  data        jsonb       NOT NULL,
  locale      text,
  topics      text[]      NOT NULL,
  exclude     text[]      NOT NULL,
  topic_no    int         NOT NULL DEFAULT 0,
  cursor      text        NOT NULL DEFAULT '',
  status      text        NOT NULL,
  send_at     timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL,
  dedupe_key  text,
  traceparent text,
  recipients  bigint      NOT NULL DEFAULT 0,
  campaign    boolean     NOT NULL,
  created_at  timestamptz NOT NULL,
  finished_at timestamptz
);
CREATE UNIQUE INDEX job_by_dedupe_key ON job (caller, dedupe_key) WHERE dedupe_key IS NOT NULL;
CREATE INDEX job_open ON job (id) WHERE campaign AND finished_at IS NULL;
CREATE INDEX job_fan_out ON job (id) WHERE status = 'FANNING_OUT';

-- Deliveries: one recipient on one channel (a push: on one device). state says where it stands.
CREATE TABLE delivery (
  id          uuid        NOT NULL,
  job_id      uuid        NOT NULL,
  recipient   text        NOT NULL,
  channel     text        NOT NULL,
  device      text        NOT NULL DEFAULT '',
  priority    smallint    NOT NULL,
  category    text        NOT NULL,
  state       text        NOT NULL,
  due_at      timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL,
  lease_until timestamptz,
  decided     boolean     NOT NULL DEFAULT false,
  digest      boolean     NOT NULL DEFAULT false,
  claims      smallint    NOT NULL DEFAULT 0,
  attempts    smallint    NOT NULL DEFAULT 0,
  avoid       text,
  locale      text,
  zone        text,
  data        jsonb,
  provider    text,
  reason      text,
  decisions   jsonb       NOT NULL DEFAULT '[]',
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (job_id, recipient, channel, device)
) WITH (autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX delivery_ready ON delivery (priority, due_at) WHERE state = 'QUEUED';
CREATE INDEX delivery_leased ON delivery (lease_until) WHERE state = 'CLAIMED';
CREATE INDEX delivery_unknown ON delivery (updated_at) WHERE state = 'UNKNOWN';
CREATE INDEX delivery_dead ON delivery (id) WHERE state = 'DEAD';

-- Attempts: committed before the provider is called.
CREATE TABLE attempt (
  id           uuid PRIMARY KEY,
  delivery_id  uuid        NOT NULL,
  n            smallint    NOT NULL,
  provider     text        NOT NULL,
  state        text        NOT NULL,
  provider_ref text,
  address      text,
  code         text,
  detail       text,
  began_at     timestamptz NOT NULL,
  ended_at     timestamptz
);
CREATE INDEX attempt_of_delivery ON attempt (delivery_id);
CREATE INDEX attempt_by_ref ON attempt (provider, provider_ref) WHERE provider_ref IS NOT NULL;

-- What providers reported; kept unapplied until the attempt it is about is known.
CREATE TABLE report (
  provider     text        NOT NULL,
  event_id     text        NOT NULL,
  provider_ref text        NOT NULL,
  attempt_id   uuid,
  status       text        NOT NULL,
  address      text,
  at           timestamptz NOT NULL,
  code         text        NOT NULL,
  detail       text        NOT NULL,
  suppress     boolean     NOT NULL,
  delivery_id  uuid,
  applied      boolean     NOT NULL DEFAULT false,
  received_at  timestamptz NOT NULL,
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX report_early ON report (received_at) WHERE NOT applied;
CREATE INDEX report_of_delivery ON report (delivery_id) WHERE delivery_id IS NOT NULL;

CREATE TABLE cap_use (
  recipient text NOT NULL,
  category  text NOT NULL,
  channel   text NOT NULL,
  day       date NOT NULL,
  used      int  NOT NULL,
  PRIMARY KEY (recipient, category, channel, day)
);
CREATE INDEX cap_use_by_day ON cap_use (day);
CREATE TABLE dedupe (
  key         bytea PRIMARY KEY,
  delivery_id uuid        NOT NULL,
  until       timestamptz NOT NULL
);

-- A digest is a delivery that collects others until it is due; while it is open it stands here.
CREATE TABLE digest_open (
  key         text PRIMARY KEY,
  delivery_id uuid NOT NULL
);
CREATE TABLE digest_item (
  digest_id   uuid   NOT NULL,
  seq         bigint GENERATED ALWAYS AS IDENTITY,
  delivery_id uuid   NOT NULL,
  data        jsonb  NOT NULL,
  at          timestamptz NOT NULL,
  PRIMARY KEY (digest_id, seq)
);

-- Inbox: change_seq is dense per user in the order of commits, because the head row is locked.
CREATE TABLE inbox_head (
  user_id text PRIMARY KEY,
  seq     bigint NOT NULL
);
CREATE TABLE inbox_item (
  id          uuid PRIMARY KEY,
  user_id     text        NOT NULL,
  seq         bigint      NOT NULL,
  change_seq  bigint      NOT NULL,
  category    text        NOT NULL,
  title       text        NOT NULL,
  body        text        NOT NULL,
  link        text,
  created_at  timestamptz NOT NULL,
  read_at     timestamptz,
  archived_at timestamptz
);
CREATE UNIQUE INDEX inbox_item_by_change ON inbox_item (user_id, change_seq);
CREATE INDEX inbox_item_by_seq ON inbox_item (user_id, seq);
CREATE INDEX inbox_item_unread ON inbox_item (user_id)
  WHERE read_at IS NULL AND archived_at IS NULL;

-- Providers as all instances see them. weight: null takes the configured one.
CREATE TABLE provider_state (
  id           text PRIMARY KEY,
  weight       int,
  state        text        NOT NULL DEFAULT 'CLOSED',
  trips        int         NOT NULL DEFAULT 0,
  open_until   timestamptz,
  probe_until  timestamptz,
  ramp_from    timestamptz,
  paused_until timestamptz,
  reason       text,
  changed_at   timestamptz NOT NULL
);
-- GCRA by the database's clock: the theoretical arrival time of all, and of bulk messages alone.
CREATE TABLE provider_rate (
  id       text PRIMARY KEY,
  tat      timestamptz NOT NULL,
  bulk_tat timestamptz NOT NULL
);
