import threading, time
import pytest
from django.db import connection, transaction
from marketplace.core import clock
from webhooks.models import *
from webhooks.services import attempts, claims, fan_out, endpoints
from webhooks import outbox
from .conftest import deliver, given_endpoint
pytestmark=[pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
def test_one_unreadable_secret_does_not_stop_others(agent, receiver):
    hook=receiver(); a,_=given_endpoint(agent,hook.url+"/a"); b,_=given_endpoint(agent,hook.url+"/b")
    for e in (a,b): agent.post(f"/api/webhooks/endpoints/{e}/test")
    Endpoint.objects.filter(url__endswith="/a").update(sealed_secret="junk")
    try: deliver()
    except Exception as e: print(repr(e))
    assert len(hook.received)==1
def test_one_bad_event_does_not_stop_sweep(agent, receiver):
    hook=receiver(); given_endpoint(agent,hook.url)
    with transaction.atomic():
        outbox.publish(type="proof.uploaded",entity="a",account_id=agent.account.pk,data={"fileCount":2**70})
        outbox.publish(type="proof.uploaded",entity="b",account_id=agent.account.pk,data={"fileCount":1})
    try: fan_out.sweep()
    except Exception as e: print(repr(e))
    assert Delivery.objects.count()==1
def test_busy_endpoints_do_not_fill_the_batch(agent, other_agent, receiver):
    hook=receiver(); 
    ids=[given_endpoint(agent,hook.url+f"/{n}")[0] for n in range(5)]
    for e in ids:
        for _ in range(4): agent.post(f"/api/webhooks/endpoints/{e}/test")
    assert len(claims.claim(32))==10
    q,_=given_endpoint(other_agent,hook.url+"/q"); other_agent.post(f"/api/webhooks/endpoints/{q}/test")
    assert len(claims.claim(3))==1
def test_two_in_flight_exactly(agent, receiver, monkeypatch):
    hook=receiver(); e,_=given_endpoint(agent,hook.url)
    for _ in range(8): agent.post(f"/api/webhooks/endpoints/{e}/test")
    worst=0
    for _ in range(15):
        got=[]; bar=threading.Barrier(4)
        def w():
            bar.wait(); got.extend(claims.claim(10)); connection.close()
        ts=[threading.Thread(target=w) for _ in range(4)]; [t.start() for t in ts]; [t.join() for t in ts]
        worst=max(worst,len(got)); Delivery.objects.update(leased_until=None)
    assert worst<=2, worst
def test_failed_record_keeps_other_results(agent, receiver, monkeypatch):
    hook=receiver(); 
    for n in range(4):
        e,_=given_endpoint(agent,hook.url+f"/{n}"); agent.post(f"/api/webhooks/endpoints/{e}/test")
    real=attempts.record; calls=[]
    def rec(i,o):
        calls.append(i)
        if len(calls)==1: raise RuntimeError("lock timeout")
        real(i,o)
    monkeypatch.setattr(attempts,"record",rec)
    try: deliver()
    except RuntimeError: pass
    assert Attempt.objects.count()==3
def test_unexpected_error(agent, receiver, monkeypatch):
    hook=receiver(); e,_=given_endpoint(agent,hook.url); agent.post(f"/api/webhooks/endpoints/{e}/test")
    monkeypatch.setattr(attempts,"post",lambda *a,**k: 1/0)
    try: deliver()
    except ZeroDivisionError: pass
    assert Attempt.objects.count()==1
def test_fan_out_versus_delete(agent, receiver):
    hook=receiver(); e,_=given_endpoint(agent,hook.url)
    with transaction.atomic(): ev=outbox.publish(type="proof.uploaded",entity="a",account_id=agent.account.pk,data={})
    real=fan_out._delivery; gate=threading.Event(); go=threading.Event()
    def slow(*a):
        gate.set(); go.wait(3); return real(*a)
    fan_out._delivery=slow
    try:
        def w():
            fan_out.fan_out(ev.pk); connection.close()
        t=threading.Thread(target=w); t.start(); gate.wait(5)
        def d(): agent.delete(f"/api/webhooks/endpoints/{e}"); connection.close()
        t2=threading.Thread(target=d); t2.start(); time.sleep(.5); go.set(); t2.join(); t.join()
    finally: fan_out._delivery=real
    deliver(); assert hook.received==[]
def test_revoked_meanwhile(agent):
    from marketplace.core.actor import Actor
    from marketplace.models import ApiKey
    ApiKey.objects.filter(pk=agent.key.pk).update(revoked_at=clock.now())
    with pytest.raises(Exception): 
        with transaction.atomic(): endpoints.create(Actor(agent.account,"key",agent.key),url="http://127.0.0.1:9/",events=["*"])
def test_long_unicode(agent):
    import random
    u="http://127.0.0.1:9/"+"".join(chr(random.randrange(0x4e00,0x9fff)) for _ in range(2000))
    assert agent.post("/api/webhooks/endpoints",{"url":u,"events":["*"]}).status==400
