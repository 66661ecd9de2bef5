-- From a hold to tickets: orders, payments, refunds, tickets, messages, and who the customers are.
-- Nothing here is ever deleted; what is over says so in its status.

-- What the event says about money.
ALTER TABLE event
  ADD COLUMN currency text NOT NULL DEFAULT 'eur' CHECK (currency ~ '^[a-z]{3}$'),
  -- When money is taken: at once, or reserved first and taken once the seats are safe.
  ADD COLUMN capture text NOT NULL DEFAULT 'charge' CHECK (capture IN ('charge', 'authorise')),
  -- What becomes of money that arrives when its seats were given back.
  ADD COLUMN late_payment text NOT NULL DEFAULT 'refund'
      CHECK (late_payment IN ('refund', 'honour_if_free')),
  -- What becomes of tickets whose whole price was given back.
  ADD COLUMN after_refund text NOT NULL DEFAULT 'void' CHECK (after_refund IN ('void', 'keep')),
  ADD COLUMN starts_at timestamptz;

-- One answer a key: scoped to the customer and the kind of request.
CREATE TABLE idempotency (
  customer_id text COLLATE "C" NOT NULL,
  route       text COLLATE "C" NOT NULL,
  key         text COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  -- Of the fields as read, so that the order of members and blanks do not matter.
  fingerprint text COLLATE "C" NOT NULL,
  -- What the first request made: an order's id or a hold's.
  result_id   text COLLATE "C" NOT NULL,
  created_at  timestamptz NOT NULL,
  -- When the first request had its answer; null while it runs, or where it died.
  answered_at timestamptz,
  PRIMARY KEY (customer_id, route, key)
);

-- One order a hold, for ever: the second checkout of a hold finds the first one's order.
CREATE TABLE shop_order (
  order_id     text COLLATE "C" PRIMARY KEY CHECK (length(order_id) >= 22),
  hold_id      text COLLATE "C" NOT NULL UNIQUE REFERENCES hold,
  event_id     text COLLATE "C" NOT NULL REFERENCES event,
  customer_id  text COLLATE "C" NOT NULL,
  status       text COLLATE "C" NOT NULL DEFAULT 'pending_payment',
  -- Why it is as it is: for the fan and for support.
  reason       text NOT NULL DEFAULT 'checkout',
  amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
  currency     text NOT NULL,
  seat_count   integer NOT NULL CHECK (seat_count > 0),
  email        text,
  phone        text,
  created_at   timestamptz NOT NULL,
  confirmed_at timestamptz,
  ended_at     timestamptz,
  UNIQUE (order_id, event_id),
  CHECK (status IN ('pending_payment', 'confirmed', 'failed', 'refund_due', 'refunded')),
  CHECK ((status = 'pending_payment') = (confirmed_at IS NULL AND ended_at IS NULL)),
  CHECK (status <> 'confirmed' OR confirmed_at IS NOT NULL),
  CHECK (status NOT IN ('failed', 'refund_due', 'refunded') OR ended_at IS NOT NULL)
) WITH (fillfactor = 80);

CREATE INDEX shop_order_by_customer ON shop_order (customer_id);

CREATE TABLE order_line (
  order_id    text COLLATE "C" NOT NULL,
  event_id    text COLLATE "C" NOT NULL,
  seat_id     text COLLATE "C" NOT NULL,
  ticket_type text NOT NULL,
  price_cents bigint NOT NULL CHECK (price_cents >= 0),
  PRIMARY KEY (order_id, seat_id),
  FOREIGN KEY (order_id, event_id) REFERENCES shop_order (order_id, event_id)
);

-- What the payment processor knows us by. A row of its own for each charge, also for one that
-- should not exist.
CREATE TABLE payment (
  payment_id     text COLLATE "C" PRIMARY KEY,
  order_id       text COLLATE "C" NOT NULL REFERENCES shop_order,
  -- The order's own payment, or a second one that turned up.
  is_own         boolean NOT NULL DEFAULT true,
  -- The processor's id, written down before the charge is confirmed; null before that.
  processor_ref  text COLLATE "C" UNIQUE,
  capture        text NOT NULL CHECK (capture IN ('charge', 'authorise')),
  -- The processor's name for card or wallet; no card data.
  method         text NOT NULL,
  amount_cents   bigint NOT NULL CHECK (amount_cents >= 0),
  currency       text NOT NULL,
  status         text COLLATE "C" NOT NULL DEFAULT 'new',
  redirect_url   text,
  decline_code   text,
  received_cents bigint NOT NULL DEFAULT 0 CHECK (received_cents >= 0),
  refunded_cents bigint NOT NULL DEFAULT 0 CHECK (refunded_cents >= 0),
  created_at     timestamptz NOT NULL,
  settled_at     timestamptz,
  -- After this the processor is asked to cancel; by itself it frees no seat.
  investigate_until timestamptz NOT NULL,
  next_check_at  timestamptz,
  checks         integer NOT NULL DEFAULT 0,
  CHECK (status IN ('new', 'registered', 'authorised', 'succeeded', 'declined', 'cancelled')),
  -- One that the processor never made can only be given up.
  CHECK (status IN ('new', 'cancelled') OR processor_ref IS NOT NULL),
  CHECK ((status IN ('succeeded', 'cancelled')) = (settled_at IS NOT NULL)),
  CHECK (status <> 'succeeded' OR received_cents > 0 OR amount_cents = 0)
) WITH (fillfactor = 70);

CREATE UNIQUE INDEX payment_own ON payment (order_id) WHERE is_own;
CREATE INDEX payment_by_order ON payment (order_id);
CREATE INDEX payment_to_check ON payment (next_check_at) WHERE next_check_at IS NOT NULL;

-- Money to give back; one row a payment, so that it is given back once.
CREATE TABLE refund (
  payment_id    text COLLATE "C" PRIMARY KEY REFERENCES payment,
  order_id      text COLLATE "C" NOT NULL REFERENCES shop_order,
  amount_cents  bigint NOT NULL CHECK (amount_cents > 0),
  reason        text NOT NULL,
  status        text COLLATE "C" NOT NULL DEFAULT 'due' CHECK (status IN ('due', 'done')),
  processor_ref text,
  created_at    timestamptz NOT NULL,
  done_at       timestamptz,
  next_try_at   timestamptz NOT NULL,
  tries         integer NOT NULL DEFAULT 0,
  last_error    text,
  CHECK ((status = 'done') = (done_at IS NOT NULL))
);

CREATE INDEX refund_due ON refund (next_try_at) WHERE status = 'due';

-- What the processor told us, stored before it is answered, applied in a transaction of its own.
CREATE TABLE webhook_inbox (
  notice_id     text COLLATE "C" PRIMARY KEY,
  type          text NOT NULL,
  processor_ref text COLLATE "C",
  body          text NOT NULL,
  received_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  outcome       text COLLATE "C" NOT NULL DEFAULT 'waiting'
                CHECK (outcome IN ('waiting', 'applied', 'ignored', 'unknown_order')),
  processed_at  timestamptz,
  next_try_at   timestamptz,
  tries         integer NOT NULL DEFAULT 0,
  CHECK ((outcome IN ('applied', 'ignored')) = (processed_at IS NOT NULL)),
  CHECK ((processed_at IS NULL) = (next_try_at IS NOT NULL))
);

CREATE INDEX webhook_waiting ON webhook_inbox (next_try_at) WHERE next_try_at IS NOT NULL;

-- The right to one seat. The index is the last word: no seat of an event has two that are good.
CREATE TABLE ticket (
  ticket_id   text COLLATE "C" PRIMARY KEY CHECK (length(ticket_id) >= 22),
  order_id    text COLLATE "C" NOT NULL,
  event_id    text COLLATE "C" NOT NULL,
  seat_id     text COLLATE "C" NOT NULL,
  ticket_type text NOT NULL,
  price_cents bigint NOT NULL CHECK (price_cents >= 0),
  issued_at   timestamptz NOT NULL,
  voided_at   timestamptz,
  UNIQUE (order_id, seat_id),
  FOREIGN KEY (order_id, seat_id) REFERENCES order_line (order_id, seat_id),
  FOREIGN KEY (order_id, event_id) REFERENCES shop_order (order_id, event_id)
);

CREATE UNIQUE INDEX ticket_one_a_seat ON ticket (event_id, seat_id) WHERE voided_at IS NULL;

-- Messages to send, written in the transaction that made them true. At least once, always under
-- the same id.
CREATE TABLE outbox (
  message_id  text COLLATE "C" PRIMARY KEY,
  -- What it is about: an order's id, or a sign-in's.
  subject_id  text COLLATE "C" NOT NULL,
  kind        text COLLATE "C" NOT NULL CHECK (kind IN
              ('tickets', 'payment_failed', 'refund_due', 'refunded', 'extra_charge', 'code')),
  channel     text COLLATE "C" NOT NULL CHECK (channel IN ('email', 'sms')),
  recipient   text NOT NULL,
  -- What the message needs beside its subject; for a code, encrypted.
  detail      text NOT NULL DEFAULT '',
  created_at  timestamptz NOT NULL,
  next_try_at timestamptz,
  tries       integer NOT NULL DEFAULT 0,
  sent_at     timestamptz,
  given_up_at timestamptz,
  last_error  text,
  UNIQUE (subject_id, kind, channel),
  CHECK ((next_try_at IS NULL) = (sent_at IS NOT NULL OR given_up_at IS NOT NULL)),
  CHECK (sent_at IS NULL OR given_up_at IS NULL)
);

CREATE INDEX outbox_waiting ON outbox (next_try_at) WHERE next_try_at IS NOT NULL;

-- Customers with a proven address. A guest has no row here.
CREATE TABLE account (
  customer_id text COLLATE "C" PRIMARY KEY,
  email       text UNIQUE,
  phone       text UNIQUE,
  created_at  timestamptz NOT NULL,
  CHECK (email IS NOT NULL OR phone IS NOT NULL)
);

-- A one-time code on its way to an address.
CREATE TABLE sign_in (
  sign_in_id text COLLATE "C" PRIMARY KEY CHECK (length(sign_in_id) >= 22),
  channel    text COLLATE "C" NOT NULL CHECK (channel IN ('email', 'sms')),
  recipient  text NOT NULL,
  -- HMAC of the code under the shop's key; the code itself is nowhere.
  code_hash  text NOT NULL,
  tries      integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at    timestamptz
);

CREATE INDEX sign_in_by_recipient ON sign_in (recipient, created_at);

-- More than holds change now, and more than one thing is about a row.
ALTER TABLE audit DROP CONSTRAINT audit_action_check;
ALTER TABLE audit ADD CONSTRAINT audit_action_check CHECK (action IN
  ('held', 'extended', 'released', 'expired', 'paying', 'sold', 'returned', 'payment', 'late_payment',
   'extra_charge', 'refund_due', 'refunded', 'voided', 'allocated', 'withdrawn', 'priced'));
ALTER TABLE audit ADD COLUMN order_id text COLLATE "C";
CREATE INDEX audit_by_order ON audit (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX audit_by_customer ON audit (customer_id);
